//! The guide as resources, for clients that show them to people.

use rmcp::ErrorData;
use rmcp::model::{
    ListResourcesResult, ReadResourceRequestParams, ReadResourceResult, Resource, ResourceContents,
};
use serde_json::json;

/// What the address of a topic begins with.
const SCHEME: &str = "clawperator://guide/";
const MARKDOWN: &str = "text/markdown";

/// Every topic.
pub(crate) fn list() -> ListResourcesResult {
    let topics = clawperator_guide::names().map(|(name, about)| {
        let mut resource = Resource::new(format!("{SCHEME}{name}"), name);
        resource.description = Some(about.to_owned());
        resource.mime_type = Some(MARKDOWN.to_owned());
        resource
    });
    ListResourcesResult::with_all_items(topics.collect())
}

/// One topic.
pub(crate) fn read(asked: &ReadResourceRequestParams) -> Result<ReadResourceResult, ErrorData> {
    let page = asked
        .uri
        .strip_prefix(SCHEME)
        .and_then(clawperator_guide::page);
    let page = page.ok_or_else(|| {
        let uri = clawperator_contract::excerpt(&asked.uri);
        let message = format!("there is no resource `{uri}`");
        ErrorData::resource_not_found(message, Some(json!({ "uri": uri })))
    })?;
    let contents = ResourceContents::text(page, asked.uri.clone()).with_mime_type(MARKDOWN);
    Ok(ReadResourceResult::new(vec![contents]))
}
