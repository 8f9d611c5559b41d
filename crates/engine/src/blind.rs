//! What was on the screen before an act that needs no look.

use clawperator_contract::ActionType;
use clawperator_contract::Mode;
use clawperator_device::driver::View;

use crate::evidence::Evidence;
use crate::run::Run;

impl Run<'_> {
    /// Reads the screen before an act that needs none, where the caller wants to know what the act changed or a
    /// later step of a recipe verifies it.
    pub(crate) async fn look_before_blind_act(&mut self) -> Option<Evidence> {
        // What a later step of a recipe verifies is compared with what was there before.
        let is_verified = self.current.is_some_and(|action| {
            let is_compiled = self.execution.mode() == Some(&Mode::ArtifactCompiled);
            let acts = is_compiled
                && matches!(
                    action.action_type(),
                    ActionType::OpenUri | ActionType::Swipe | ActionType::PressKey
                );
            let id = action.id.as_str();
            let mut later = self.execution.actions().iter();
            acts && later.any(|later| later.verifies() == Some(id))
        });
        if !self.options.settle && !is_verified {
            return None;
        }
        Some(match self.look(View::default()).await {
            Ok(before) => Evidence::Awaited {
                before,
                press: None,
            },
            Err(error) => Evidence::Missing(error),
        })
    }
}
