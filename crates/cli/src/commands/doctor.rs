//! `doctor`: what is wrong with adb or the phone.

use clawperator_contract::Failure;
use clawperator_contract::doctor::{Check, CheckId};
use clawperator_host::{ExamineHands, ExamineLimits, ExamineProgress, ExamineRequest};
use tokio::sync::watch;

use super::doctor_text;
use super::limit::limit;
use crate::args::DoctorArgs;
use crate::context::{Answer, Context};
use crate::next_words::Speak as _;
use crate::progress::{Doing, waiting};
use crate::runtime::block_on_droppable;

pub(super) fn doctor(args: &DoctorArgs, context: &mut Context<'_, '_>) -> Result<Answer, Failure> {
    let adb = context.adb()?;
    let limits = match limit(context.global)? {
        Some(each) => ExamineLimits {
            host: each,
            phone: each,
            dump: each,
        },
        None => ExamineLimits::default(),
    };
    let request = ExamineRequest {
        serial: context.global.one_device()?.map(str::to_owned),
        fix: args.fix,
        hands: if args.fix {
            Ok(hands(context)?)
        } else {
            // What is wrong with this machine must not keep the doctor from telling what is wrong with the phone.
            hands(context)
        },
        limits,
    };
    let (tell, told) = watch::channel(None);
    let mut teller = Teller { tell, limits };
    let mut report = block_on_droppable(waiting(context.printer, told, async {
        Ok(adb.examine(request, &mut teller).await)
    }))?;
    report.speak();
    let text = context
        .printer
        .render(&report, |paint| doctor_text::report(&report, paint));
    Ok(Answer {
        text: Some(text),
        status: report.exit(),
    })
}

fn hands(context: &Context<'_, '_>) -> Result<ExamineHands, Failure> {
    Ok(ExamineHands {
        store: context.store()?,
        profile: context.profile(None)?,
    })
}

/// Passes on which check is being made.
struct Teller {
    tell: watch::Sender<Doing>,
    limits: ExamineLimits,
}

impl ExamineProgress for Teller {
    fn started(&mut self, id: CheckId) {
        let most = self.limits.of(id).as_secs_f64();
        self.tell
            .send_replace(Some(format!("checking {id}, which may take {most} s")));
    }

    fn finished(&mut self, _: &Check) {
        self.tell.send_replace(None);
    }
}
