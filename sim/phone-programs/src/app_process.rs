//! `app_process`, which starts Java programs, on a phone that has no Java runtime. One class it runs all the same: the
//! Operator, which speaks its protocol natively here.

use clawperator_phone_shell::{Closed, Exit};

use crate::call::Call;
use crate::operator;

/// How a zip file begins, and how the directory at its end does.
const ZIP: &[u8] = b"PK\x03\x04";
const DIRECTORY: &[u8] = b"PK\x05\x06";
/// How long the end of a zip file can be.
const LONGEST_END: usize = 22 + 65_535;
/// The status of a program that calls `abort()`.
const ABORTED: Exit = 134;

/// `app_process [OPTIONS] FOLDER [--nice-name=NAME] CLASS …`
pub(crate) async fn run(call: Call<'_>, arguments: &[String]) -> Result<Exit, Closed> {
    let mut words = arguments
        .iter()
        .skip_while(|word| word.starts_with('-'))
        .skip(1);
    let mut nice_name = None;
    let class = words.find(|word| {
        nice_name = word.strip_prefix("--nice-name=").or(nice_name);
        !word.starts_with("--")
    });
    let Some(class) = class else {
        let usage = "Usage: app_process [java-options] cmd-dir start-class-name [options]\n";
        return call
            .fail(
                format!("Error: no class name or --zygote supplied.\n{usage}"),
                1,
            )
            .await;
    };
    let can_run =
        call.framework.machine.runtime().is_some() || call.screen().accessibility().is_some();
    if class != operator::CLASS || !can_run {
        let text =
            format!("app_process: this phone has no Java runtime, `{class}` cannot be started\n");
        return call.fail(text, 1).await;
    }
    if let (Some(name), Some(itself)) = (nice_name, &call.process.itself) {
        itself.rename(name);
    }
    // Without one there is no path, and nothing is found on it.
    let jar = call.process.variable("CLASSPATH").unwrap_or_default();
    let jar = String::from_utf8_lossy(jar).into_owned();
    let content = call.process.files.read(call.process.path(jar.as_bytes()));
    match content {
        Ok(content) if is_zip(&content) => {
            let arguments: Vec<String> = words.cloned().collect();
            operator::run(call, &jar, &content, &arguments).await
        }
        Ok(_) => not_found(&call, class, &format!("zip file \"{jar}\"")).await,
        // What is not there is not on the path.
        Err(_) => not_found(&call, class, "").await,
    }
}

/// Whether a class could be read from it: it has its beginning, and the directory at its end.
fn is_zip(content: &[u8]) -> bool {
    let end = content.len().saturating_sub(LONGEST_END);
    // A file that is shorter is looked through as a whole.
    let end = content.get(end..).unwrap_or_default();
    let has_directory = end
        .windows(DIRECTORY.len())
        .any(|window| window == DIRECTORY);
    content.starts_with(ZIP) && has_directory
}

/// What the runtime says of a class that is not on its path, before it ends itself.
async fn not_found(call: &Call<'_>, class: &str, path: &str) -> Result<Exit, Closed> {
    let text = format!(
        "java.lang.ClassNotFoundException: Didn't find class \"{class}\" on path: DexPathList[[{path}],\
         nativeLibraryDirectories=[/system/lib64, /system/system_ext/lib64, /system/lib64, \
         /system/system_ext/lib64]]\n\
         \tat dalvik.system.BaseDexClassLoader.findClass(BaseDexClassLoader.java:259)\n\
         \tat java.lang.ClassLoader.loadClass(ClassLoader.java:379)\n\
         \tat java.lang.ClassLoader.loadClass(ClassLoader.java:312)\n\
         Aborted\n"
    );
    call.fail(text, ABORTED).await
}
