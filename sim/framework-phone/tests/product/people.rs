//! Pages that somebody changes while others look: the people of an account with two buttons each, and its settings.

use clawperator_test_support::Dice;
use clawperator_test_support::hostile::{Manner, Page, View};

use super::rig::APP;

const ACCOUNTS: [&str; 2] = ["Ada", "Bea"];
const PEOPLE: [&str; 8] = [
    "Cleo", "Dora", "Emil", "Fritz", "Greta", "Hugo", "Ines", "Jonas",
];
const SETTINGS: [&str; 4] = ["Sounds", "Backups", "Night mode", "Updates"];

/// What is shown, and so what can change.
#[derive(Debug, Clone)]
pub(super) struct People {
    is_settings: bool,
    account: usize,
    names: Vec<&'static str>,
    unread: usize,
    notice: bool,
}

impl People {
    pub(super) fn new() -> Self {
        Self {
            is_settings: false,
            account: 0,
            names: PEOPLE[..5].to_vec(),
            unread: 3,
            notice: false,
        }
    }

    /// Whether the settings are shown, and not the people.
    pub(super) const fn shows_settings(&self) -> bool {
        self.is_settings
    }

    pub(super) fn turn_page(&mut self) {
        self.is_settings = !self.is_settings;
    }

    /// Tells what the labels of the page mean.
    pub(super) fn keys(&self) -> Keys {
        Keys {
            account: ACCOUNTS[self.account],
            person: String::new(),
        }
    }

    pub(super) fn page(&self) -> Page {
        let rows = if self.is_settings {
            self.settings()
        } else {
            self.contacts()
        };
        let column = View::new("page".to_owned(), "column")
            .with("padding", 8)
            .with("height", "match")
            .holding(rows);
        Page {
            number: 0,
            package: APP,
            manner: Manner::Ordinary,
            root: column,
            dialog: None,
        }
    }

    fn contacts(&self) -> Vec<View> {
        let account = ACCOUNTS[self.account];
        let words = |id: &str, text: String| {
            View::new(id.to_owned(), "text")
                .with("id", id)
                .with("text", text)
        };
        let mut rows = vec![
            words("account", format!("Account of {account}")),
            words("unread", format!("{} unread", self.unread)),
        ];
        if self.notice {
            rows.push(words("notice", "You are offline".to_owned()));
        }
        for person in &self.names {
            let name = View::new(format!("{person} name"), "text")
                .with("id", "name")
                .with("text", *person)
                .with("width", 0)
                .with("weight", 1);
            let button = |what: &str, text: &str| {
                View::new(format!("{account}/{what}/{person}"), "button")
                    .with("text", text)
                    .tapped()
            };
            let row = vec![name, button("call", "Call"), button("delete", "Delete")];
            rows.push(View::new(format!("{person} row"), "row").holding(row));
        }
        rows.push(
            View::new(format!("{account}/logout"), "button")
                .with("text", "Log out")
                .tapped(),
        );
        rows
    }

    fn settings(&self) -> Vec<View> {
        let text = |text: &str| View::new(text.to_owned(), "text").with("text", text);
        // Without this line the notice would be all that tells the page, and gone, nothing would.
        let mut rows = vec![text("Settings")];
        if self.notice {
            rows.push(text("You are offline"));
        }
        rows.extend(SETTINGS.iter().map(|setting| {
            View::new(format!("settings/{setting}"), "check_box")
                .with("text", *setting)
                .tapped()
        }));
        rows
    }

    /// Somebody changes something.
    pub(super) fn change(&mut self, dice: &mut Dice) {
        match dice.below(7) {
            0 => self.is_settings = !self.is_settings,
            1 => self.account = 1 - self.account,
            2 => self.unread = dice.below(12),
            3 => self.notice = !self.notice,
            4 if self.names.len() > 3 => {
                self.names.remove(dice.below(self.names.len()));
            }
            5 => {
                let (one, other) = (dice.below(self.names.len()), dice.below(self.names.len()));
                self.names.swap(one, other);
            }
            _ => {
                let person = *dice.one_of(&PEOPLE);
                if !self.names.contains(&person) {
                    self.names.insert(dice.below(self.names.len()), person);
                }
            }
        }
    }
}

/// Tells which view a label is, by the labels before it: a button is that of the words before it.
#[derive(Debug)]
pub(super) struct Keys {
    account: &'static str,
    person: String,
}

impl Keys {
    /// The key of the view with the next label of the page; nothing for one that cannot be pressed.
    pub(super) fn of(&mut self, label: &str) -> Option<String> {
        let (account, person) = (self.account, &self.person);
        match label {
            "Call" => Some(format!("{account}/call/{person}")),
            "Delete" => Some(format!("{account}/delete/{person}")),
            "Log out" => Some(format!("{account}/logout")),
            _ if SETTINGS.contains(&label) => Some(format!("settings/{label}")),
            _ => {
                label.clone_into(&mut self.person);
                None
            }
        }
    }
}
