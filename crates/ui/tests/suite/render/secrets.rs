//! A password that a dump gives in clear is in no form, message or value.

use clawperator_contract::Window;
use clawperator_ui::{Header, Node, Refs, Role, Tree, compact, diff, tree_json, without_passwords};

const SECRET: &str = "hunter2";

#[test]
fn a_password_in_clear_is_shown_nowhere() {
    for more in [
        "",
        r#"focused="true""#,
        r#"content-desc="hunter2""#,
        r#"content-desc="Password""#,
        r#"content-desc="Password hunter2""#,
        r#"content-desc="Password HUNTER&#50;, shown""#,
        r#"content-desc="h u n t e r 2""#,
        r#"hint="Not hunter2""#,
        r#"tooltip="hunter2" pane-title="hunter2""#,
        r#"hint="Password""#,
        r#"class="android.view.View""#,
    ] {
        let dump = format!(
            r#"<hierarchy><node bounds="[0,0][1000,1000]"><node class="android.widget.EditText" {more} password="true" text="{SECRET}" clickable="true" bounds="[0,0][500,100]" /><node class="android.widget.ImageButton" clickable="true" bounds="[600,0][700,100]" /></node></hierarchy>"#
        );
        let tree = Tree::parse(dump.as_bytes()).expect("it can be read").tree;
        let spelled = [SECRET, "HUNTER&#50;", "h u n t e r 2"];
        let empty = spelled
            .iter()
            .fold(dump.clone(), |dump, spelled| dump.replace(spelled, ""));
        let before = Tree::parse(empty.as_bytes()).expect("it can be read").tree;
        let (header, refs) = (Header::default(), Refs::assign(&tree));
        let mut shown = vec![
            compact(&tree, &refs, &header),
            tree_json(&tree, &refs, &header).to_string(),
            diff(&before, &tree, &refs),
            diff(&tree, &before, &Refs::assign(&before)),
            tree.to_xml(Window::All),
            String::from_utf8_lossy(&without_passwords(dump.as_bytes())).into_owned(),
        ];
        for node in tree.nodes() {
            if node.role() == Role::Textfield {
                // Nothing that looks at the tree can find it there.
                let own = [node.text(), node.content_desc(), node.hint()];
                shown.extend(own.map(str::to_owned));
                shown.push(node.pane_title().to_owned());
            }
            shown.extend([
                node.describe(),
                node.label().into_owned(),
                node.words().into_owned(),
                node.value().into_owned(),
                format!("{:?} {:?} {:?}", node.name(), node.content(), node.row()),
            ]);
        }
        for text in shown {
            let plain = text.replace(' ', "").to_lowercase();
            assert!(!plain.contains(SECRET), "{more}: {text}");
        }
        let field = tree.nodes().nth(1).expect("the field");
        assert!(Refs::assign(&tree).of(field.id()).is_some());
    }
}

#[test]
fn no_form_shows_a_password_that_is_repeated_around_the_field_or_in_it() {
    let field = format!(
        r#"class="android.widget.EditText" password="true" text="{SECRET}" clickable="true" bounds="[0,0][500,100]""#
    );
    for dump in [
        format!(
            r#"<node content-desc="Password, {SECRET}" clickable="true" bounds="[0,0][900,100]"><node bounds="[0,0][900,100]"><node {field} /></node></node>"#
        ),
        format!(
            r#"<node {field}><node bounds="[0,0][500,100]"><node text="HUNTER2" hint="Is {SECRET}" bounds="[0,0][500,100]" /></node></node>"#
        ),
        format!(
            r#"<node pane-title="{SECRET}" text="h u n t e r 2" bounds="[0,0][900,100]"><node {field} /><node text="Log in" clickable="true" bounds="[600,0][900,100]" /></node>"#
        ),
    ] {
        let dump = format!(
            r#"<hierarchy><node bounds="[0,0][1000,1000]">{dump}<node text="Log in" clickable="true" bounds="[0,200][900,300]" /></node></hierarchy>"#
        );
        let tree = Tree::parse(dump.as_bytes()).expect("it can be read").tree;
        let (header, refs) = (Header::default(), Refs::assign(&tree));
        let mut shown = vec![
            compact(&tree, &refs, &header),
            tree_json(&tree, &refs, &header).to_string(),
            tree.to_xml(Window::All),
            String::from_utf8_lossy(&without_passwords(dump.as_bytes())).into_owned(),
        ];
        shown.extend(tree.nodes().map(Node::describe));
        for text in shown {
            let plain = text.replace(' ', "").to_lowercase();
            assert!(!plain.contains(SECRET), "{text}");
            assert!(!text.contains('@') || text.contains("Log in"), "{text}");
        }
    }
}

#[test]
fn a_password_keeps_its_length_and_whether_it_was_typed() {
    for (attributes, text, is_secret, is_typed) in [
        (r#"text="hunter2""#, "•••••••", true, false),
        (r#"text=" pass word ""#, "•••••••••••", true, false),
        (r#"text="hunter2" hint="PIN""#, "•••••••", true, true),
        // As many dots as the hint has.
        (r#"text="abc" hint="•••""#, "•••", true, true),
        // Its own hint goes, and it was typed all the same.
        (r#"text="abc" hint="Not abc""#, "•••", true, true),
        (r#"text="••2""#, "•••", true, true),
        (r#"text="***""#, "***", true, true),
        (r#"text="PIN" hint="PIN""#, "PIN", false, false),
        (r#"text="PIN" showing-hint="true""#, "PIN", false, false),
        (r#"text="""#, "", false, false),
    ] {
        let dump = format!(
            r#"<hierarchy><node class="android.widget.EditText" {attributes} password="true" bounds="[0,0][9,9]" /></hierarchy>"#
        );
        let tree = Tree::parse(dump.as_bytes()).expect("it can be read").tree;
        let field = tree.nodes().next().expect("the field");
        let found = (field.text(), field.is_secret(), field.is_typed_secret());
        assert_eq!(found, (text, is_secret, is_typed), "{attributes}");
        assert_eq!(
            field.is_showing_hint(),
            !is_secret && !text.is_empty(),
            "{attributes}"
        );
    }
}

/// What is pressed by its words is judged by them, whatever it calls itself. They are not shown.
#[test]
fn what_is_no_field_keeps_its_words_and_does_not_show_them() {
    let dump = br#"<hierarchy><node bounds="[0,0][1000,1000]"><node class="android.widget.Button" password="true" text="Buy now" content-desc="Buy now for 5" hint="Buy now?" clickable="true" bounds="[0,0][500,100]" /></node></hierarchy>"#;
    let tree = Tree::parse(dump).expect("it can be read").tree;
    let button = tree.nodes().nth(1).expect("the button");
    assert_eq!(button.text(), "Buy now");
    assert_eq!(button.content_desc(), "Buy now for 5");
    let (header, refs) = (Header::default(), Refs::assign(&tree));
    for shown in [
        compact(&tree, &refs, &header),
        tree_json(&tree, &refs, &header).to_string(),
        tree.to_xml(Window::All),
        button.describe(),
        button.words().into_owned(),
    ] {
        assert!(!shown.contains("Buy"), "{shown}");
    }
}
