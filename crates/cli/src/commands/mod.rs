//! One file per command that is not a verb, and the way from a verb's draft to its answer.

mod actions;
mod agent;
mod approvals;
mod apps;
mod clipboard;
mod completions;
mod conformance;
mod device;
mod devices;
mod doctor;
mod doctor_text;
mod errors;
mod exec;
mod exists;
mod files;
mod guide;
mod limit;
mod limits;
mod mcp;
mod observe;
mod operator;
mod plan_text;
mod policy;
mod recording;
mod run_execution;
mod run_on_several;
mod runs;
mod schema;
mod serve;
mod several_text;
mod skills;
mod snapshot;
mod source;
mod version;
#[cfg_attr(not(feature = "virtual-phone"), path = "no_virtual_phone.rs")]
mod virtual_phone;

use clawperator_contract::{ErrorCode, Failure};
use clawperator_host::verbs::Draft;

use self::run_execution::{SnapshotChoice, run_execution};
use crate::args::{AgentCommand, Command, RunArgs};
use crate::context::{Answer, Context};
use crate::verbs;

/// Runs a command; the answer is ready to be printed.
pub(crate) fn dispatch(
    command: &Command,
    context: &mut Context<'_, '_>,
) -> Result<Answer, Failure> {
    // Whoever wrote no payload is not told of places in one.
    if !matches!(command, Command::Exec(_) | Command::Skills(_)) {
        context.printer.set_of_flags();
    }
    let global = context.global;
    let text = match command {
        Command::Devices => return devices::devices(context),
        Command::Doctor(args) => return doctor::doctor(args, context),
        Command::Conformance(args) => return conformance::conformance(args, context),
        Command::Operator(args) => return operator::operator(args, context),
        Command::VirtualPhone(args) => return virtual_phone::virtual_phone(args, context),

        Command::Exec(args) => return exec::exec(args, context),

        Command::Approve(args) => return approvals::approve(args, context),
        Command::Approvals => return approvals::approvals(context),
        Command::Revoke(args) => return approvals::revoke(&args.id, context),

        Command::Runs(args) => return runs::runs(args, context),
        Command::Report(args) => return runs::report(args, context),
        Command::Serve(args) => return serve::serve(args, context),
        Command::Mcp(args) => return mcp::mcp(args, context),

        Command::Policy(args) => return policy::policy(args, context),
        Command::Skills(args) => return skills::skills(args, context),
        Command::Recording(args) => return recording::recording(args, context),
        Command::Agent(args) => match &args.command {
            AgentCommand::Act(args) => return agent::act(args, context),
        },

        Command::Snapshot(args) => return snapshot::snapshot(args, context),
        Command::Observe(args) => return observe::observe(args, context),
        Command::Screenshot(args) => {
            return verb(verbs::screenshot(args, global), &args.run, context);
        }
        Command::Read(args) => return verb(verbs::read(args, global), &args.run, context),
        Command::ReadValue(args) => {
            return verb(verbs::read_value(args, global), &args.run, context);
        }
        Command::Wait(args) => return verb(verbs::wait(args, global), &args.run, context),
        Command::WaitForIdle(args) => {
            return verb(verbs::wait_for_idle(args, global), &args.run, context);
        }
        Command::Exists(args) => return exists::exists(args, context),
        Command::WaitForNav(args) => {
            return verb(verbs::wait_for_nav(args, global), &args.run, context);
        }

        Command::Click(args) => return verb(verbs::click(args, global), &args.run, context),
        Command::Type(args) => return verb(verbs::type_text(args, global), &args.run, context),
        Command::ClearText(args) => {
            return verb(verbs::clear_text(args, global), &args.run, context);
        }
        Command::HideKeyboard(args) => {
            return verb(verbs::hide_keyboard(global), &args.run, context);
        }
        Command::Wake(args) => return verb(verbs::wake(args, global), &args.run, context),
        Command::Press(args) => return verb(verbs::press(args, global), &args.run, context),
        Command::Back(args) => return verb(verbs::back(global), &args.run, context),
        Command::Open(args) => return verb(verbs::open(args, global), &args.run, context),
        Command::Close(args) => return verb(verbs::close(args, global), &args.run, context),
        Command::Scroll(args) => return verb(verbs::scroll(args, global), &args.run, context),
        Command::ScrollUntil(args) => {
            return verb(verbs::scroll_until(args, global), &args.target.run, context);
        }
        Command::ScrollAndClick(args) => {
            return verb(
                verbs::scroll_and_click(args, global),
                &args.target.run,
                context,
            );
        }
        Command::Swipe(args) => return verb(verbs::swipe(args, global), &args.run, context),
        Command::Drag(args) => return verb(verbs::drag(args, global), &args.run, context),
        Command::Pinch(args) => return verb(verbs::pinch(args, global), &args.run, context),
        Command::TouchPath(args) => {
            return verb(verbs::touch_path(args, global), &args.run, context);
        }
        Command::Clipboard(args) => return clipboard::clipboard(args, context),
        Command::Files(args) => return files::files(args, context),
        Command::Apps(args) => return apps::apps(args, context),
        Command::Device(args) => return device::device(args, context),
        Command::Sleep(args) => return verb(verbs::sleep(args, global), &args.run, context),

        Command::Guide(args) => guide::guide(args, context),
        Command::Actions(args) => actions::actions(args, context.printer),
        Command::Errors(args) => errors::errors(args, context.printer),
        Command::Schema(args) => schema::schema(args, context.printer),
        Command::Limits => Ok(limits::limits(context.printer)),
        Command::Version => Ok(version::version(context.printer)),
        Command::Completions(args) => completions::completions(args),
    };
    text.map(Answer::from)
}

fn verb(
    draft: Result<Draft, Failure>,
    run: &RunArgs,
    context: &mut Context<'_, '_>,
) -> Result<Answer, Failure> {
    let payload = draft?.payload(&**context.sources)?;
    let started = context.sources.now();
    let validated = clawperator_contract::validate(&payload)?;
    run_execution(validated, started, run, SnapshotChoice::default(), context)
}

/// A name that is not in a list, with the nearest that is, or those that begin with it.
fn unknown_name<'n>(
    kind: &str,
    name: &str,
    near: Option<&str>,
    known: impl IntoIterator<Item = &'n str>,
    command: &str,
) -> Failure {
    let begun = name.trim().to_lowercase().replace('-', "_");
    let begins = |known: &&str| {
        !begun.is_empty() && known.to_lowercase().replace('-', "_").starts_with(&begun)
    };
    let alike: Vec<&str> = known.into_iter().filter(begins).collect();
    let hint = match (near, alike.as_slice()) {
        (Some(near), _) => format!("did you mean '{near}'?"),
        (None, []) => format!("run `clawperator {command}` for the list"),
        (None, alike) => format!("did you mean one of these: {}?", alike.join(", ")),
    };
    let message = format!("unknown {kind} '{}'", clawperator_contract::excerpt(name));
    Failure::new(ErrorCode::UnknownName, message).with_hint(hint)
}
