//! What an execution may do to a phone, in the words that recipes declare and policy decides by.

use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::decode::{Decode, Value};
use crate::excerpt::excerpt;
use crate::failure::Rule;
use crate::suggest::did_you_mean;

/// Defines the words and their meanings together.
macro_rules! capabilities {
    ($($variant:ident $name:literal $meaning:literal;)+) => {
        /// One thing that an execution may do to a phone.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema)]
        #[schemars(inline)]
        pub enum Capability {
            $(
                #[doc = $meaning]
                #[schemars(rename = $name)]
                $variant,
            )+
        }

        impl Capability {
            /// Every capability, from harmless to costly.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Their words, in the same order.
            pub const NAMES: &'static [&'static str] = &[$($name),+];

            /// The word for it.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            /// What it means.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self {
                    $(Self::$variant => $meaning,)+
                }
            }
        }
    };
}

capabilities! {
    Observe "observe" "read the screen, take pictures of it, wait for something on it";
    Navigate "navigate" "open and close apps, press system keys, scroll";
    Click "click" "press something";
    LongClick "long_click" "long-press something";
    Gesture "gesture" "drag something, pinch, or draw with several fingers";
    TypeText "type_text" "type into a field";
    Toggle "toggle" "change the state of a switch, a checkbox or a choice";
    Clipboard "clipboard" "read the clipboard, or put something on it";
    Diagnostics "diagnostics" "read notifications and the log of the phone";
    Files "files" "copy files to the phone and from it";
    DeviceSettings "device_settings" "change the phone's own settings, such as its rotation or dark mode";
    ManageApps "manage_apps" "install and remove apps, delete their data, grant permissions";
    PurchaseRisk "purchase_risk" "press something that may cost money";
    DeviceShell "device_shell" "run a program in the phone's shell";
}

impl Capability {
    /// Whether it is an extension. What grants capabilities grants none of these without naming it.
    #[must_use]
    pub const fn is_extension(self) -> bool {
        match self {
            Self::Observe
            | Self::Navigate
            | Self::Click
            | Self::LongClick
            | Self::TypeText
            | Self::Toggle
            | Self::PurchaseRisk => false,
            Self::Gesture
            | Self::Clipboard
            | Self::Diagnostics
            | Self::Files
            | Self::DeviceSettings
            | Self::ManageApps
            | Self::DeviceShell => true,
        }
    }

    /// The capability of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|capability| capability.name() == name)
    }

    /// The capability whose name is nearest to an unknown word.
    #[must_use]
    pub fn suggest(written: &str) -> Option<Self> {
        let names = Self::ALL.iter().map(|capability| capability.name());
        did_you_mean(written, names).and_then(Self::from_name)
    }
}

impl Decode for Capability {
    fn decode(value: &Value<'_>) -> Option<Self> {
        let written = value.string()?;
        if let Some(capability) = Self::from_name(written) {
            return Some(capability);
        }
        let message = format!("Unknown capability '{}'", excerpt(written));
        let hint = match Self::suggest(written) {
            Some(near) => format!("did you mean '{}'?", near.name()),
            None => format!(
                "the capabilities are: {}",
                Self::ALL
                    .iter()
                    .map(|capability| capability.name())
                    .collect::<Vec<_>>()
                    .join(", ")
            ),
        };
        value.fail_with_hint(Rule::NotAllowed, message, hint)
    }
}

impl Serialize for Capability {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// Reads the list of declared capabilities.
pub(crate) fn decode_capabilities(list: &Value<'_>) -> Option<Vec<Capability>> {
    let items = list.array()?;
    let most = Capability::ALL.len();
    if items.len() > most {
        return list.fail(
            Rule::TooMany,
            format!("Array must contain at most {most} element(s)"),
        );
    }
    let decoded: Vec<_> = items.iter().map(Capability::decode).collect();
    decoded.into_iter().collect()
}
