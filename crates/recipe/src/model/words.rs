//! The closed lists of words.

pub use clawperator_contract::Capability;

/// Defines an enum whose variants are the words of a field.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident $word:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $(
                $(#[$variant_doc])*
                $variant,
            )+
        }

        impl $name {
            /// Every word, in the order of the design.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// The word as recipes write it.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }

            /// What the word means; words are written exactly so.
            #[must_use]
            pub fn from_name(word: &str) -> Option<Self> {
                match word {
                    $($word => Some(Self::$variant),)+
                    _ => None,
                }
            }
        }

        impl crate::model::words::Word for $name {
            const NAMES: &'static [&'static str] = &[$($word,)+];

            fn read(word: &str) -> Option<Self> {
                Self::from_name(word)
            }
        }
    };
}

/// A type that is one of a closed list of words.
pub(crate) trait Word: Sized {
    /// The words, in the order of the design.
    const NAMES: &'static [&'static str];

    fn read(word: &str) -> Option<Self>;
}

// What a recipe may do to a phone is said in the contract's words, which policy decides by.
impl Word for Capability {
    const NAMES: &'static [&'static str] = Self::NAMES;

    fn read(word: &str) -> Option<Self> {
        Self::from_name(word)
    }
}

words! {
    /// What kind of thing a recipe does.
    RecipeType {
        /// One observation, no side effects.
        Probe "probe",
        /// Several steps: navigation and reads.
        Flow "flow",
        /// A side effect, verified.
        Action "action",
    }
}

words! {
    /// What an app's screens are made with.
    Framework {
        /// Android views.
        Views "views",
        /// Jetpack Compose.
        Compose "compose",
        ReactNative "react-native",
        Expo "expo",
        Flutter "flutter",
        /// A web page inside the app.
        WebView "webview",
        /// Several of these.
        Hybrid "hybrid",
        /// Nobody has looked.
        Unknown "unknown",
    }
}

words! {
    /// Where a recipe starts from.
    SessionPolicy {
        /// From an app that was closed and opened again.
        Fresh "fresh",
        /// From whatever is on the screen.
        ResumeOk "resume_ok",
    }
}

words! {
    /// What becomes of a value before anybody sees it.
    Redaction {
        /// It is shown.
        None "none",
        /// A keyed hash of it is shown.
        Hash "hash",
        /// That there is one is shown.
        Mask "mask",
        /// Nothing is shown.
        Drop "drop",
    }
}

words! {
    /// What a selector's text is.
    Annotation {
        /// A text of the app, the same for everybody.
        Structural "STRUCTURAL",
        /// A text that differs from run to run.
        Variable "VARIABLE",
        /// A text that belongs to one user.
        UserSpecific "USER_SPECIFIC",
        /// A text worked out of others.
        Derived "DERIVED",
    }
}

words! {
    /// How much a recipe can do wrong.
    RiskLevel {
        /// Little.
        Low "low",
        /// Something.
        Medium "medium",
        /// Much.
        High "high",
    }
}

words! {
    /// What kind of value an input takes.
    InputType {
        /// Any text.
        String "string",
        /// A whole number.
        Integer "integer",
        Number "number",
        /// `true` or `false`.
        Boolean "boolean",
    }
}

words! {
    /// What kind of value an output gives.
    OutputType {
        /// The text that was read.
        String "string",
        /// A whole number.
        Integer "integer",
        Number "number",
        /// `true` or `false`.
        Boolean "boolean",
    }
}
