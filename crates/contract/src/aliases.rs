//! Input names and what they mean: keys, their aliases, and action type aliases.
//!
//! Stored payloads use canonical names. On input, aliases are read as the canonical name they stand for;
//! where both are there, the canonical one wins.

use crate::suggest::did_you_mean;

/// The keys one kind of object may have.
#[derive(Debug)]
pub struct KeyTable {
    /// What kind of object it is, for the reference documents.
    pub title: &'static str,
    /// Its keys in canonical order.
    pub keys: &'static [AliasedKey],
}

/// One canonical key.
#[derive(Debug)]
pub struct AliasedKey {
    /// The canonical name.
    pub name: &'static str,
    /// Names accepted for it on input.
    pub aliases: &'static [&'static str],
}

impl KeyTable {
    /// The canonical key that `written` is, or is an alias of.
    #[must_use]
    pub fn canonical(&self, written: &str) -> Option<&'static str> {
        // Most keys are canonical, and comparing lengths alone rules out nearly all names: two short passes beat a map.
        let by_name = || self.keys.iter().find(|key| key.name == written);
        let by_alias = || self.keys.iter().find(|key| key.aliases.contains(&written));
        by_name().or_else(by_alias).map(|key| key.name)
    }

    /// The canonical names.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.keys.iter().map(|key| key.name)
    }

    /// The canonical key that an unknown one was probably meant to be.
    #[must_use]
    pub fn suggest(&self, written: &str) -> Option<&'static str> {
        let names = self.names();
        let aliases = self.keys.iter().flat_map(|key| key.aliases.iter().copied());
        did_you_mean(written, names.chain(aliases)).and_then(|near| self.canonical(near))
    }
}

/// Keys of an execution.
pub static EXECUTION: KeyTable = KeyTable {
    title: "execution",
    keys: &[
        key("commandId", &["command_id"]),
        key("taskId", &["task_id"]),
        key("source", &[]),
        key("expectedFormat", &["expected_format"]),
        key("timeoutMs", &["timeout_ms"]),
        key("actions", &[]),
        key("mode", &[]),
        key("capabilities", &[]),
    ],
};

/// Keys of an action.
pub static ACTION: KeyTable = KeyTable {
    title: "action",
    keys: &[
        key("id", &[]),
        key("type", &[]),
        key("params", &[]),
        key("when", &[]),
    ],
};

/// Keys of `when`.
pub static WHEN: KeyTable = KeyTable {
    title: "when",
    keys: &[
        key("present", &[]),
        key("gone", &[]),
        key("timeoutMs", &["timeout_ms"]),
        key("ran", &[]),
    ],
};

/// Keys of `params`, of all action types together.
pub static PARAMS: KeyTable = KeyTable {
    title: "params",
    keys: &[
        key("matcher", &["selector", "node", "element"]),
        key("where", &[]),
        key("ref", &[]),
        key("generation", &[]),
        key("strict", &[]),
        key("window", &[]),
        key("verifies", &[]),
        key("until", &[]),
        key("since", &[]),
        key("state", &[]),
        key("count", &[]),
        key("quietMs", &["quiet_ms"]),
        key("coordinate", &[]),
        key("from", &[]),
        key("to", &[]),
        key("fingers", &[]),
        key("scale", &[]),
        key("degrees", &[]),
        key("clickType", &["click_type"]),
        // `longPress: true` is read as `clickType: "long_click"`; see `ClickType::read`.
        key("longPress", &["long_press"]),
        key("holdMs", &["hold_ms"]),
        key("restMs", &["rest_ms"]),
        key(
            "container",
            &["within", "container_selector", "containerSelector"],
        ),
        key("containerWhere", &["container_where"]),
        key("direction", &[]),
        key("distanceRatio", &["distance_ratio"]),
        key("settleDelayMs", &["settle_delay_ms"]),
        key("maxScrolls", &["max_scrolls"]),
        key("maxSwipes", &["max_swipes"]),
        key("maxDurationMs", &["max_duration_ms"]),
        key(
            "noPositionChangeThreshold",
            &["no_position_change_threshold"],
        ),
        key("findFirstScrollableChild", &["find_first_scrollable_child"]),
        key("clickAfter", &["click_after"]),
        key("fresh", &[]),
        key("all", &[]),
        key("validator", &[]),
        key("validatorPattern", &["validator_pattern"]),
        key(
            "labelMatcher",
            &["label_matcher", "label_selector", "labelSelector"],
        ),
        key("text", &["value"]),
        key("sensitive", &[]),
        key("words", &[]),
        key("submit", &[]),
        key("clear", &[]),
        key("allowBlank", &["allow_blank"]),
        key("allowNoTree", &["allow_no_tree"]),
        key("known", &[]),
        key("key", &[]),
        key("keyCode", &["key_code", "keycode"]),
        key("times", &[]),
        key("long", &[]),
        key("expectedPackage", &["expected_package"]),
        key("expectedNode", &["expected_node", "wait_for", "waitFor"]),
        key("timeoutMs", &["timeout_ms"]),
        key("durationMs", &["duration_ms"]),
        key(
            "path",
            &["file", "filePath", "file_path", "output_path", "outputPath"],
        ),
        key("maxSide", &["max_side"]),
        key("marks", &[]),
        key(
            "applicationId",
            &[
                "application_id",
                "app_id",
                "appId",
                "app",
                "package",
                "package_id",
                "packageId",
            ],
        ),
        key("appName", &["app_name"]),
        key("uri", &["url"]),
        key("sessionId", &["session_id"]),
        key("texts", &[]),
        key("unlock", &[]),
        key("contains", &[]),
        key("limit", &[]),
        key("permission", &[]),
        key("granted", &[]),
        key("hostFile", &["host_file"]),
        key("phonePath", &["phone_path"]),
        key("replace", &[]),
        key("retry", &[]),
        key("scrollRetry", &["scroll_retry"]),
        key("clickRetry", &["click_retry"]),
    ],
};

/// Keys of a `NodeMatcher`.
pub static MATCHER: KeyTable = KeyTable {
    title: "NodeMatcher",
    keys: &MATCHER_KEYS,
};

/// Keys of a matcher of toasts.
pub static TOAST: KeyTable = KeyTable {
    title: "ToastMatcher",
    keys: &[TEXT_EQUALS, TEXT_CONTAINS],
};

/// Keys of a `where` expression: a matcher's, and ours.
pub static WHERE: KeyTable = KeyTable {
    title: "where expression",
    keys: &[
        RESOURCE_ID,
        ROLE,
        TEXT_EQUALS,
        TEXT_CONTAINS,
        CONTENT_DESC_EQUALS,
        CONTENT_DESC_CONTAINS,
        key("class", &["class_name", "className"]),
        key("clickable", &[]),
        key("enabled", &[]),
        key("selected", &[]),
        key("checked", &[]),
        key("focused", &[]),
        key("scrollable", &[]),
        key("longClickable", &["long_clickable"]),
        key("indexInParent", &["index_in_parent"]),
        key("name", &[]),
        key("nameContains", &["name_contains"]),
        key("nameMatches", &["name_matches"]),
        key("textMatches", &["text_matches"]),
        key("contentDescMatches", &["content_desc_matches"]),
        key("ignoreCase", &["ignore_case"]),
        key("inRow", &["in_row"]),
        key("idName", &["id_name"]),
        key("nth", &[]),
        key("anyOf", &["any_of"]),
        key("allOf", &["all_of"]),
    ],
};

/// Keys of a retry object.
pub static RETRY: KeyTable = KeyTable {
    title: "retry",
    keys: &[
        key("maxAttempts", &["max_attempts"]),
        key("initialDelayMs", &["initial_delay_ms"]),
        key("maxDelayMs", &["max_delay_ms"]),
        key("backoffMultiplier", &["backoff_multiplier"]),
        key("jitterRatio", &["jitter_ratio"]),
        key("withinMs", &["within_ms"]),
    ],
};

/// Keys of a coordinate.
pub static COORDINATE: KeyTable = KeyTable {
    title: "coordinate",
    keys: &[key("x", &[]), key("y", &[]), key("generation", &[])],
};

/// Keys of a place: a node, or a point.
pub static PLACE: KeyTable = KeyTable {
    title: "place",
    keys: &[
        key("matcher", &["selector", "node", "element"]),
        key("where", &[]),
        key("ref", &[]),
        key("generation", &[]),
        key("strict", &[]),
        key("window", &[]),
        key("x", &[]),
        key("y", &[]),
    ],
};

/// Keys of a point on the way of a finger.
pub static FINGER_POINT: KeyTable = KeyTable {
    title: "point of a finger",
    keys: &[
        key("x", &[]),
        key("y", &[]),
        key("atMs", &["at_ms"]),
        key("generation", &[]),
    ],
};

/// Keys of a snapshot that is known.
pub static KNOWN: KeyTable = KeyTable {
    title: "known",
    keys: &[
        key("generation", &[]),
        key("pictureSha256", &["picture_sha256"]),
    ],
};

/// Every table, for the reference documents and the schema of accepted input.
pub static ALL_TABLES: &[&KeyTable] = &[
    &EXECUTION,
    &ACTION,
    &PARAMS,
    &MATCHER,
    &TOAST,
    &WHERE,
    &RETRY,
    &COORDINATE,
    &PLACE,
    &FINGER_POINT,
    &KNOWN,
];

const RESOURCE_ID: AliasedKey = key("resourceId", &["id", "resource_id"]);
const ROLE: AliasedKey = key("role", &[]);
const TEXT_EQUALS: AliasedKey = key("textEquals", &["text", "text_equals"]);
const TEXT_CONTAINS: AliasedKey = key("textContains", &["text_contains"]);
const CONTENT_DESC_EQUALS: AliasedKey = key(
    "contentDescEquals",
    &[
        "content_desc",
        "description",
        "accessibility_label",
        "content_desc_equals",
    ],
);
const CONTENT_DESC_CONTAINS: AliasedKey = key(
    "contentDescContains",
    &[
        "content_desc_contains",
        "description_contains",
        "accessibility_label_contains",
    ],
);
const MATCHER_KEYS: [AliasedKey; 6] = [
    RESOURCE_ID,
    ROLE,
    TEXT_EQUALS,
    TEXT_CONTAINS,
    CONTENT_DESC_EQUALS,
    CONTENT_DESC_CONTAINS,
];

const fn key(name: &'static str, aliases: &'static [&'static str]) -> AliasedKey {
    AliasedKey { name, aliases }
}
