//! `doctor`: what is wrong with adb or the phone.

use std::convert::Infallible;
use std::future::pending;

use clawperator_contract::doctor::{Check, CheckId, PhoneReport, SeveralReports};
use clawperator_contract::{ExitStatus, Failure};
use clawperator_host::{
    Adb, ExamineHands, ExamineLimits, ExamineProgress, ExamineRequest, ExamineSilently,
};
use tokio::sync::watch;

use super::doctor_text;
use super::limit::limit;
use crate::args::{DoctorArgs, Phones};
use crate::context::{Answer, Context};
use crate::next_words::Speak as _;
use crate::phone::{Order, PATIENCE, Several, serials};
use crate::progress::{Doing, waiting};
use crate::runtime::{block_on_droppable, interrupted};

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
    let hands = if args.fix {
        Ok(hands(context)?)
    } else {
        // What is wrong with this machine must not keep the doctor from telling what is wrong with the phone.
        hands(context)
    };
    let mut request = ExamineRequest {
        serial: None,
        fix: args.fix,
        hands,
        limits,
    };
    if let Some(phones) = context.global.several()? {
        return examine_several(&phones, &adb, &request, context);
    }
    request.serial = context.global.one_device()?.map(str::to_owned);
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

/// Examines each of these phones; the exit code is that of the worst.
fn examine_several(
    phones: &Phones,
    adb: &Adb,
    request: &ExamineRequest,
    context: &mut Context<'_, '_>,
) -> Result<Answer, Failure> {
    let several = Several {
        serials: serials(phones, adb.phones(PATIENCE)),
        // A fix may start the adb server.
        order: if request.fix {
            Order::FirstAlone
        } else {
            Order::SideBySide
        },
        ask: None,
        asking: pending::<Infallible>(),
    };
    let mut ran = several.run(context, &async |serial, _, cancel| {
        let request = ExamineRequest {
            serial: Some(serial.to_owned()),
            ..request.clone()
        };
        let mut nobody = ExamineSilently;
        tokio::select! {
            biased;
            () = cancel => Err(interrupted()),
            report = adb.examine(request, &mut nobody) => Ok(report),
        }
    })?;
    for one in &mut ran {
        match &mut one.outcome {
            Ok(report) => report.speak(),
            Err(failure) => failure.speak(),
        }
    }
    let status = ExitStatus::worst(ran.iter().map(|one| match &one.outcome {
        Ok(report) => report.exit(),
        Err(failure) => failure.exit(),
    }));
    let phones = ran.into_iter().map(|one| PhoneReport {
        device_id: one.serial,
        failure: one.outcome.as_ref().err().cloned(),
        report: one.outcome.ok(),
    });
    let answer = SeveralReports {
        phones: phones.collect(),
    };
    let text = context
        .printer
        .render(&answer, |paint| doctor_text::reports(&answer, paint));
    Ok(Answer {
        text: Some(text),
        status,
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
