//! The page on which a person answers: `uiTemplate` of `request_human_auth`.
//!
//! A template is kept as the model wrote it. Nothing here shows or runs any of it; what shows it decides whether it
//! takes markup and scripts of a model at all.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

use super::found::{Fields, Found, Take};
use super::limits::{MAX_FIELDS, MAX_LABEL_LENGTH, MAX_MARKUP_LENGTH, MAX_OPTIONS};
use super::row::{FieldKind, FieldRow, FieldRule, Form, ObjectRow};
use super::schema;
use super::words::{ArtifactKind, UiFieldType};

/// Defines an object and its row together, so that neither can be without the other.
macro_rules! agent_object {
    ($type:ident $about:literal { $($field:ident $name:literal $kind:ty: $rule:expr, $meaning:literal;)+ }) => {
        #[doc = $about]
        #[derive(Debug, Clone, PartialEq, Serialize)]
        pub struct $type {
            $(
                #[doc = $meaning]
                #[serde(rename = $name, skip_serializing_if = "Take::is_absent")]
                pub $field: $kind,
            )+
        }

        impl $type {
            /// Its fields.
            pub const ROW: &'static ObjectRow = &ObjectRow {
                name: stringify!($type),
                about: $about,
                fields: {
                    const FIELDS: &[FieldRow] = &[$($rule.row($name, $meaning)),+];
                    FIELDS
                },
            };

            fn build(mut fields: Fields) -> Option<Self> {
                Some(Self {
                    $($field: fields.take($name)?,)+
                })
            }
        }

        impl Take for $type {
            fn take(found: Option<Found>) -> Option<Self> {
                match found? {
                    Found::Object(fields) => Self::build(fields),
                    _ => None,
                }
            }
        }

        impl JsonSchema for $type {
            fn schema_name() -> Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                schema::object(Self::ROW)
            }
        }
    };
}

const LABEL: FieldRule = FieldRule::prose(MAX_LABEL_LENGTH);
const SHORT: FieldRule = FieldRule::text(MAX_LABEL_LENGTH);
const MARKUP: FieldRule = FieldRule::text(MAX_MARKUP_LENGTH).decisive();
const FLAG: FieldRule = FieldRule::flag();

agent_object! {
    UiTemplate "The page on which a person answers." {
        template_id "templateId" Option<String>: SHORT.decisive(), "A template that is there already.";
        title "title" Option<String>: LABEL, "The page's title.";
        summary "summary" Option<String>: FieldRule::prose(MAX_MARKUP_LENGTH), "What it is about.";
        capability_hint "capabilityHint" Option<String>: LABEL, "What the capability is needed for.";
        artifact_kind "artifactKind" Option<ArtifactKind>: FieldRule::of(FieldKind::Word(ArtifactKind::NAMES)).decisive(), "What the answer holds.";
        require_artifact_on_approve "requireArtifactOnApprove" Option<bool>: FLAG, "Whether an approval needs an answer with it.";
        allow_text_attachment "allowTextAttachment" Option<bool>: FLAG, "Whether the answer may have a text.";
        allow_location_attachment "allowLocationAttachment" Option<bool>: FLAG, "Whether it may have a place.";
        allow_photo_attachment "allowPhotoAttachment" Option<bool>: FLAG, "Whether it may have a photo.";
        allow_audio_attachment "allowAudioAttachment" Option<bool>: FLAG, "Whether it may have a recording.";
        allow_file_attachment "allowFileAttachment" Option<bool>: FLAG, "Whether it may have a file.";
        file_accept "fileAccept" Option<String>: SHORT.decisive(), "Which kinds of file.";
        middle_html "middleHtml" Option<String>: MARKUP, "HTML for the middle of the page.";
        middle_css "middleCss" Option<String>: MARKUP, "CSS for it.";
        middle_script "middleScript" Option<String>: MARKUP, "A script for it.";
        approve_script "approveScript" Option<String>: MARKUP, "A script that runs before an approval.";
        approve_label "approveLabel" Option<String>: LABEL, "What the approving button says.";
        reject_label "rejectLabel" Option<String>: LABEL, "What the rejecting button says.";
        note_label "noteLabel" Option<String>: LABEL, "What stands above the note.";
        note_placeholder "notePlaceholder" Option<String>: LABEL, "What stands in an empty note.";
        fields "fields" Option<Vec<UiField>>: FieldRule::of(FieldKind::List(MAX_FIELDS, UiField::ROW)).decisive(), "The fields of the form.";
        style "style" Option<UiStyle>: FieldRule::of(FieldKind::Object(UiStyle::ROW)), "How the page looks.";
    }
}

agent_object! {
    UiField "One field of a form." {
        id "id" String: FieldRule::formed(MAX_LABEL_LENGTH, Form::Name).required(), "The field's name in the answer.";
        label "label" String: LABEL.required(), "What stands above it.";
        field_type "type" UiFieldType: FieldRule::of(FieldKind::Word(UiFieldType::NAMES)).required(), "What it takes.";
        placeholder "placeholder" Option<String>: LABEL, "What stands in it while it is empty.";
        required "required" Option<bool>: FLAG, "Whether it must be filled in.";
        helper_text "helperText" Option<String>: LABEL, "What stands below it.";
        options "options" Option<Vec<UiOption>>: FieldRule::of(FieldKind::List(MAX_OPTIONS, UiOption::ROW)).decisive(), "What can be chosen.";
        autocomplete "autocomplete" Option<String>: SHORT, "What a browser may fill in.";
        artifact_key "artifactKey" Option<String>: SHORT.decisive(), "The key of the answer that it becomes.";
    }
}

agent_object! {
    UiOption "One choice of a field." {
        label "label" String: LABEL.required(), "What it says.";
        value "value" String: SHORT.required(), "What choosing it means.";
    }
}

agent_object! {
    UiStyle "How a page looks." {
        brand_color "brandColor" Option<String>: SHORT, "The colour of its buttons.";
        background_css "backgroundCss" Option<String>: SHORT, "Its background, as CSS.";
        font_family "fontFamily" Option<String>: SHORT, "Its font.";
    }
}
