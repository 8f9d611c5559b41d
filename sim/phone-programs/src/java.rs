//! How an exception of the framework reaches a caller, by release.

use clawperator_phone_shell::{Closed, Exit};

use crate::call::{Call, FAILED};
use crate::release::Release;

/// An exception that a handler of the framework ends with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Exception {
    pub(crate) class: &'static str,
    pub(crate) message: String,
}

impl Exception {
    pub(crate) fn illegal_argument(message: impl Into<String>) -> Self {
        Self {
            class: "java.lang.IllegalArgumentException",
            message: message.into(),
        }
    }

    pub(crate) fn security(message: impl Into<String>) -> Self {
        Self {
            class: SECURITY,
            message: message.into(),
        }
    }

    /// A word that had to follow another one is not there.
    pub(crate) fn argument_expected(after: &str) -> Self {
        Self::illegal_argument(format!("Argument expected after \"{after}\""))
    }

    /// A number that is none, told with the class that Java has for it.
    pub(crate) fn number_format(text: &str) -> Self {
        Self {
            class: "java.lang.NumberFormatException",
            message: format!("For input string: \"{text}\""),
        }
    }

    /// A service that a manager wants is not there.
    pub(crate) fn no_service(name: &str) -> Self {
        Self {
            class: "java.lang.IllegalStateException",
            message: format!(
                "android.os.ServiceManager$ServiceNotFoundException: No service published for: {name}"
            ),
        }
    }

    /// The array that the key map has no characters for.
    pub(crate) fn null_array() -> Self {
        Self {
            class: "java.lang.NullPointerException",
            message: "Attempt to get length of null array".to_owned(),
        }
    }

    /// The exception and where it came from.
    pub(crate) fn trace(&self, release: Release) -> String {
        let mut text = format!("{}: {}\n", self.class, self.message);
        for frame in frames(release) {
            text.push_str("\tat ");
            text.push_str(frame);
            text.push('\n');
        }
        text
    }

    /// What a shell command that failed with it prints on its error stream.
    pub(crate) fn report(&self, release: Release, command: &str) -> String {
        let trace = self.trace(release);
        if release >= Release::Android11 {
            return format!("\nException occurred while executing '{command}':\n{trace}");
        }
        if self.class == SECURITY {
            return format!("Security exception: {}\n\n{trace}", self.message);
        }
        format!("\nException occurred while executing:\n{trace}")
    }
}

const SECURITY: &str = "java.lang.SecurityException";

impl Call<'_> {
    /// Ends a shell command of the framework with an exception.
    pub(crate) async fn throw(&self, command: &str, exception: &Exception) -> Result<Exit, Closed> {
        self.fail(exception.report(self.release(), command), FAILED)
            .await
    }
}

/// The outer frames of every shell command; line numbers differ between builds and are left out.
fn frames(release: Release) -> &'static [&'static str] {
    if release >= Release::Android12 {
        &[
            "com.android.modules.utils.BasicShellCommandHandler.exec(Unknown Source)",
            "android.os.ShellCommand.exec(ShellCommand.java:38)",
            "android.os.Binder.shellCommand(Binder.java)",
            "android.os.Binder.onTransact(Binder.java)",
            "android.os.Binder.execTransactInternal(Binder.java)",
            "android.os.Binder.execTransact(Binder.java)",
        ]
    } else {
        &[
            "android.os.ShellCommand.exec(ShellCommand.java:104)",
            "android.os.Binder.shellCommand(Binder.java)",
            "android.os.Binder.onTransact(Binder.java)",
            "android.os.Binder.execTransact(Binder.java)",
        ]
    }
}
