//! The XML that is written here, read by a strict reader that is not ours.

use clawperator_contract::Window;
use clawperator_ui::Tree;

use super::case;

#[test]
fn the_xml_of_every_case_is_well_formed_and_says_the_same() {
    let mut trees = 0;
    for case in case::all() {
        let dumps = case
            .sections
            .iter()
            .filter(|section| section.words().0 == "dump");
        for dump in dumps.map(case::Section::dump) {
            let Ok(parsed) = Tree::parse_within(&dump.bytes, &dump.surroundings) else {
                continue;
            };
            trees += 1;
            let xml = parsed.tree.to_xml(Window::All);
            let document = roxmltree::Document::parse_with_options(
                &xml,
                roxmltree::ParsingOptions {
                    nodes_limit: u32::MAX,
                    ..roxmltree::ParsingOptions::default()
                },
            )
            .unwrap_or_else(|error| panic!("{}: {error}", case.name));
            let elements: Vec<_> = document
                .descendants()
                .filter(|element| element.has_tag_name("node"))
                .collect();
            assert_eq!(elements.len(), parsed.tree.len() as usize, "{}", case.name);
            for (element, node) in elements.iter().zip(parsed.tree.nodes()) {
                assert_eq!(
                    element.attribute("text"),
                    Some(&*node.masked_text()),
                    "{}",
                    case.name
                );
                assert_eq!(
                    element.attribute("class"),
                    Some(node.class()),
                    "{}",
                    case.name
                );
            }
        }
    }
    assert!(trees > 50, "{trees} trees");
}
