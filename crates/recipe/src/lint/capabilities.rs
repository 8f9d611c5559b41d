//! Declared capabilities against what the steps do.

use clawperator_contract::purchase::Words;

use crate::finding::{RecipeCode, Report};
use crate::model::{Capability, Recipe, Selector, Step};
use crate::rule::RecipeRule;

/// Endings of the classes of nodes that hold a state.
const TOGGLE_CLASSES: &[&str] = &[
    "Switch",
    "SwitchCompat",
    "SwitchMaterial",
    "MaterialSwitch",
    "CheckBox",
    "ToggleButton",
    "RadioButton",
];

/// What the steps do is declared, and what is declared is done.
pub(super) fn check(recipe: &Recipe, report: &Report<'_>) {
    let declared = &recipe.frontmatter.capabilities;
    let mut used: Vec<Capability> = Vec::new();
    if recipe.frontmatter.starts_fresh() {
        // Made by the compiler: no need to declare it, and no mistake to.
        used.push(Capability::Navigate);
    }
    for step in recipe.written() {
        for (capability, reason) in needs(step) {
            let known = declared.iter().any(|known| known.value == capability);
            if !known && !used.contains(&capability) {
                report.add(
                    RecipeRule::Capabilities,
                    RecipeCode::Capability,
                    step.at,
                    format!(
                        "`{}` {reason}, and `{}` is not declared",
                        step.id.value,
                        capability.name()
                    ),
                    format!("add `{}` to `capabilities`", capability.name()),
                );
            }
            if !used.contains(&capability) {
                used.push(capability);
            }
        }
        used.extend(step.action.value.facts().may_use);
    }
    // A press may change a switch or cost money without saying so; declaring that makes it be verified.
    if recipe.steps.iter().any(Step::acts) {
        used.extend([Capability::Toggle, Capability::PurchaseRisk]);
    }
    for capability in declared {
        if !used.contains(&capability.value) {
            report.add(
                RecipeRule::UnusedCapabilities,
                RecipeCode::CapabilityUnused,
                capability.at,
                format!("no step uses `{}`", capability.value.name()),
                "remove it: policy judges a run by everything that is declared",
            );
        }
    }
}

fn needs(step: &Step) -> Vec<(Capability, &'static str)> {
    let mut needs = (step.action.value.facts().needs)(step);
    let looks = step
        .when
        .as_ref()
        .is_some_and(|when| when.condition.is_some());
    if step.confirm.is_some() || looks {
        needs.push((Capability::Observe, "looks at the screen"));
    }
    needs
}

pub(crate) fn is_toggle(selector: &Selector) -> bool {
    let mut found = false;
    selector.walk(&mut |level| {
        found |= level.class.as_ref().is_some_and(|class| {
            let class = class.value.as_str();
            let name = class
                .rsplit_once(['.', '$'])
                .map_or(class, |(_, name)| name);
            TOGGLE_CLASSES.contains(&name)
        });
    });
    found
}

pub(crate) fn is_purchase(selector: &Selector) -> bool {
    let mut found = false;
    selector.walk(&mut |level| {
        let texts = level.phrases().flat_map(|(_, phrase)| phrase.literals());
        let id = level.resource_id.iter().map(|id| id.value.as_str());
        found |= texts.chain(id).any(says_purchase);
    });
    found
}

/// Whether a text or an id such as `btnBuyNow` or `buy_button` says that a press may cost money.
fn says_purchase(text: &str) -> bool {
    // The package of an id names an app, not what is pressed.
    let name = text.rsplit_once(":id/").map_or(text, |(_, name)| name);
    Words::shipped().are_in_part(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buttons_that_cost_money_are_told() {
        for costs in [
            "Buy",
            "BUY NOW",
            "Pay €5.00",
            "Place your order",
            "1-tap buy",
            "com.shop:id/btnBuyNow",
            "com.shop:id/place_order",
            "Jetzt kaufen",
            "立即购买",
            "Checkout",
        ] {
            assert!(says_purchase(costs), "{costs}");
        }
        for free in [
            "Payment methods",
            "Buyer protection",
            "Display",
            "Order history",
            "com.pay.wallet:id/history",
            "Google Pay",
            "",
        ] {
            assert!(!says_purchase(free), "{free}");
        }
    }
}
