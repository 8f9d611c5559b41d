//! The closed lists of words.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

use super::found::{Found, Take};

/// Defines a list of words: the type, its names, and how it is read and written.
macro_rules! words {
    ($(#[$about:meta])* $type:ident { $($variant:ident $name:literal $meaning:literal;)+ }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $type {
            $(
                #[doc = $meaning]
                $variant,
            )+
        }

        impl $type {
            /// Every word, in order.
            pub const NAMES: &'static [&'static str] = &[$($name),+];

            /// The word for it.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }
        }

        impl Take for $type {
            fn take(found: Option<Found>) -> Option<Self> {
                match found? {
                    Found::Word(word) => match word {
                        $($name => Some(Self::$variant),)+
                        _ => None,
                    },
                    _ => None,
                }
            }
        }

        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        impl JsonSchema for $type {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({ "type": "string", "enum": Self::NAMES })
            }
        }
    };
}

words! {
    /// What to do with a program that runs in the background.
    ProcessAction {
        List "list" "Which sessions there are.";
        Poll "poll" "New output of a session.";
        Log "log" "Lines of its output.";
        Write "write" "Send it input.";
        Kill "kill" "End it.";
    }
}

words! {
    /// What only a person can do or allow.
    HumanCapability {
        Camera "camera" "A picture from the camera.";
        Qr "qr" "A scanned code.";
        Microphone "microphone" "A recording.";
        Voice "voice" "Spoken words.";
        Nfc "nfc" "A card or tag held to a phone.";
        Sms "sms" "A message to a person's number.";
        TwoFactor "2fa" "A second factor.";
        Location "location" "Where the person is.";
        Biometric "biometric" "A fingerprint or a face.";
        Notification "notification" "What a notification says.";
        Contacts "contacts" "A person's contacts.";
        Calendar "calendar" "A person's calendar.";
        Files "files" "A person's files.";
        Oauth "oauth" "A sign-in elsewhere.";
        Payment "payment" "Money.";
        Permission "permission" "A permission of the phone.";
        Unknown "unknown" "Something else.";
    }
}

words! {
    /// What a person's answer holds.
    ArtifactKind {
        Auto "auto" "Whatever the capability suggests.";
        Credentials "credentials" "A name and a password.";
        PaymentCard "payment_card" "A card.";
        Form "form" "The fields of the template.";
    }
}

words! {
    /// What a field of a form takes.
    UiFieldType {
        Text "text" "A line of text.";
        Textarea "textarea" "Several lines.";
        Password "password" "A hidden line.";
        Email "email" "An address.";
        Number "number" "A number.";
        Date "date" "A day.";
        Select "select" "One of the options.";
        Otp "otp" "A code that is valid once.";
        CardNumber "card-number" "The number of a card.";
        Expiry "expiry" "When a card expires.";
        Cvc "cvc" "The check number of a card.";
    }
}
