//! From a scene's views to a page: templates, repetitions and placeholders are written out.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use crate::page::bind::{bind, bind_json};
use crate::page::kinds::preset;
use crate::page::merge::merge;
use crate::page::node::{Flags, NO_NODE, Node, NodeId, Page, next_id};
use crate::page::text::Text;
use crate::scene::{
    Decor, Edges, Handlers, Look, MAX_DEPTH, MAX_TEMPLATE_DEPTH, MAX_VIEWS, Repeat, RepeatOver,
    SceneError, Size, View, ViewKind, nearest,
};

/// What placeholders stand for.
pub(crate) type Bindings = BTreeMap<String, String>;

/// Things of the phone that views may be repeated over.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Items<'a> {
    pub(crate) apps: &'a [Bindings],
    pub(crate) tasks: &'a [Bindings],
    pub(crate) notifications: &'a [Bindings],
}

/// What a page is made of.
#[derive(Debug, Clone, Copy)]
pub(super) struct Source<'a> {
    pub(super) package: &'a Arc<str>,
    pub(super) templates: &'a BTreeMap<String, View>,
    pub(super) items: Items<'a>,
    pub(super) bindings: &'a Bindings,
    pub(super) decor: Decor,
}

/// Makes a page of a view. `place` is where the view stands in the scene.
pub(super) fn build(source: Source<'_>, view: &View, place: &str) -> Result<Page, SceneError> {
    let mut builder = Builder {
        source,
        nodes: Vec::new(),
        words: HashMap::new(),
        template_depth: 0,
    };
    let content = builder.decor(view, place)?;
    let keys = keys(&builder.nodes, place)?;
    Ok(Page {
        package: Arc::clone(source.package),
        nodes: builder.nodes,
        keys,
        content,
    })
}

struct Builder<'a> {
    source: Source<'a>,
    nodes: Vec<Node>,
    /// Equal classes and ids share one allocation.
    words: HashMap<String, Arc<str>>,
    template_depth: usize,
}

/// What is known on the way down.
#[derive(Clone, Copy)]
struct At<'a> {
    parent: NodeId,
    depth: usize,
    bindings: &'a Bindings,
    place: &'a str,
}

impl Builder<'_> {
    /// The framework's own views around the content; answers the content's view.
    fn decor(&mut self, view: &View, place: &str) -> Result<NodeId, SceneError> {
        let package = self.source.package;
        let action_bar_root = format!("{package}:id/action_bar_root");
        let layers: &[(ViewKind, &str)] = match self.source.decor {
            Decor::AppCompat => &[
                (ViewKind::Frame, ""),
                (ViewKind::Column, ""),
                (ViewKind::Frame, ""),
                (ViewKind::Column, &action_bar_root),
                (ViewKind::Frame, "android:id/content"),
            ],
            Decor::Plain => &[
                (ViewKind::Frame, ""),
                (ViewKind::Column, ""),
                (ViewKind::Frame, "android:id/content"),
            ],
            Decor::Bare => &[(ViewKind::Frame, "")],
        };
        let mut parent = NO_NODE;
        for (kind, id) in layers {
            let mut node = self.plain_node(*kind, parent);
            node.id = self.word(id);
            node.height = if self.source.decor == Decor::Bare {
                Size::Wrap
            } else {
                Size::Match
            };
            parent = self.push(node)?;
        }
        let at = At {
            parent,
            depth: layers.len(),
            bindings: self.source.bindings,
            place,
        };
        self.expand(view, at)?;
        let end = self.next();
        for node in self.nodes.iter_mut().take(layers.len()) {
            node.end = end;
        }
        Ok(parent)
    }

    fn expand(&mut self, view: &View, at: At<'_>) -> Result<(), SceneError> {
        let Some(repeat) = &view.repeat else {
            return self.expand_one(view, at);
        };
        let once = View {
            repeat: None,
            ..view.clone()
        };
        for row in rows(repeat, self.source.items, at)? {
            self.expand_one(
                &once,
                At {
                    bindings: &row,
                    ..at
                },
            )?;
        }
        Ok(())
    }

    fn expand_one(&mut self, view: &View, at: At<'_>) -> Result<(), SceneError> {
        if let Some(condition) = &view.only_if {
            let (name, wanted) = condition
                .strip_prefix('!')
                .map_or((condition.as_str(), true), |name| (name, false));
            let given = at.bindings.get(name).is_some_and(|value| !value.is_empty());
            if given != wanted {
                return Ok(());
            }
        }
        let Some(name) = &view.template else {
            return self.view(view, at);
        };
        let template = self
            .source
            .templates
            .get(name)
            .ok_or_else(|| SceneError::Unknown {
                place: format!("{}.use", at.place),
                what: "template",
                name: name.clone(),
                known: nearest(name, self.source.templates.keys().map(String::as_str)),
            })?;
        if self.template_depth >= MAX_TEMPLATE_DEPTH {
            return Err(SceneError::EndlessTemplate {
                place: at.place.to_owned(),
                name: name.clone(),
            });
        }
        let mut bindings = at.bindings.clone();
        for (key, value) in &view.with {
            bindings.insert(
                key.clone(),
                bind(value, at.bindings, &format!("{}.with.{key}", at.place))?,
            );
        }
        let merged = merge(template, view);
        self.template_depth += 1;
        let done = self.expand_one(
            &merged,
            At {
                bindings: &bindings,
                ..at
            },
        );
        self.template_depth -= 1;
        done
    }

    fn view(&mut self, view: &View, at: At<'_>) -> Result<(), SceneError> {
        if at.depth >= MAX_DEPTH {
            return Err(SceneError::TooDeep {
                place: at.place.to_owned(),
            });
        }
        let node = self.node(view, at)?;
        let id = self.push(node)?;
        for (index, child) in view.children.iter().enumerate() {
            let place = format!("{}.children[{index}]", at.place);
            self.expand(
                child,
                At {
                    parent: id,
                    depth: at.depth + 1,
                    place: &place,
                    ..at
                },
            )?;
        }
        let end = self.next();
        if let Some(node) = usize::try_from(id)
            .ok()
            .and_then(|index| self.nodes.get_mut(index))
        {
            node.end = end;
        }
        Ok(())
    }

    fn node(&mut self, view: &View, at: At<'_>) -> Result<Node, SceneError> {
        let bound = |field: &str, value: Option<&String>| -> Result<String, SceneError> {
            value.map_or(Ok(String::new()), |value| {
                bind(value, at.bindings, &format!("{}.{field}", at.place))
            })
        };
        // A view that does not say what it is.
        let kind = view.kind.unwrap_or_default();
        let mut node = self.plain_node(kind, at.parent);
        if view.class.is_some() {
            node.class = self.word(&bound("class", view.class.as_ref())?);
        } else if kind == ViewKind::Chip && view.checkable == Some(true) {
            node.class = self.word("android.widget.CompoundButton");
        }
        let id = bound("id", view.id.as_ref())?;
        node.id = self.resource_id(&id);
        let key = bound("key", view.key.as_ref())?;
        node.key = (!key.is_empty()).then(|| Arc::from(key.as_str()));
        node.text = Text::parse(&bound("text", view.text.as_ref())?);
        node.desc = Text::parse(&bound("desc", view.desc.as_ref())?);
        node.hint = Text::parse(&bound("hint", view.hint.as_ref())?);
        node.width = view.width.unwrap_or(node.width);
        node.height = view.height.unwrap_or(node.height);
        node.weight = view.weight.unwrap_or(0);
        // No margin, unless one is written.
        node.margin = view.margin.unwrap_or_default();
        node.padding = view.padding.unwrap_or(node.padding);
        node.gravity = view.gravity;
        node.align = view.align;
        node.columns = view.columns.unwrap_or(1).max(1);
        node.value = view.value.unwrap_or(0);
        node.max = view.max.unwrap_or(100).max(1);
        node.loaded = view.loaded;
        let checked_var = bound("checked_var", view.checked_var.as_ref())?;
        node.checked_var = (!checked_var.is_empty()).then(|| Arc::from(checked_var.as_str()));
        node.visible_when = view
            .visible_when
            .as_ref()
            .map(|condition| bind_json(condition, at.bindings, at.place))
            .transpose()?
            .map(Box::new);
        // The usual look.
        node.look = view.look.clone().unwrap_or_default();
        node.look.icon = node
            .look
            .icon
            .map(|icon| bind(&icon, at.bindings, &format!("{}.look.icon", at.place)))
            .transpose()?;
        let handlers = view.on.as_ref().filter(|on| **on != Handlers::default());
        node.on = handlers
            .map(|on| bind_json(on, at.bindings, at.place))
            .transpose()?
            .map(Arc::new);
        set_flags(&mut node, view);
        Ok(node)
    }

    /// A view with nothing but its kind's defaults.
    fn plain_node(&mut self, kind: ViewKind, parent: NodeId) -> Node {
        let preset = preset(kind);
        Node {
            kind,
            class: self.word(preset.class),
            id: self.word(""),
            key: None,
            text: Text::Empty,
            desc: Text::Empty,
            hint: Text::Empty,
            parent,
            end: NO_NODE,
            width: preset.width,
            height: preset.height,
            min_height: preset.min_height,
            weight: 0,
            margin: Edges::default(),
            padding: preset.padding,
            gravity: None,
            align: None,
            columns: 1,
            flags: preset.flags,
            checked_var: None,
            visible_when: None,
            value: 0,
            max: 100,
            loaded: None,
            look: Look::default(),
            on: None,
        }
    }

    fn push(&mut self, node: Node) -> Result<NodeId, SceneError> {
        if self.nodes.len() >= MAX_VIEWS {
            return Err(SceneError::TooLarge {
                what: "views of one page",
                found: self.nodes.len() + 1,
                limit: MAX_VIEWS,
            });
        }
        let id = self.next();
        self.nodes.push(node);
        Ok(id)
    }

    fn next(&self) -> NodeId {
        next_id(&self.nodes)
    }

    fn resource_id(&mut self, id: &str) -> Arc<str> {
        let package = self.source.package;
        match id.strip_prefix('=') {
            Some(bare) => self.word(bare),
            None if id.is_empty() || id.contains(':') => self.word(id),
            None => self.word(&format!("{package}:id/{id}")),
        }
    }

    fn word(&mut self, text: &str) -> Arc<str> {
        if let Some(known) = self.words.get(text) {
            return Arc::clone(known);
        }
        let word: Arc<str> = Arc::from(text);
        self.words.insert(text.to_owned(), Arc::clone(&word));
        word
    }
}

fn set_flags(node: &mut Node, view: &View) {
    let listens = |pick: fn(&Handlers) -> bool| view.on.as_ref().is_some_and(pick).then_some(true);
    for (flag, value) in [
        (Flags::CLICKABLE, listens(|on| !on.tap.is_empty())),
        (Flags::FOCUSABLE, listens(|on| !on.tap.is_empty())),
        (Flags::LONG_CLICKABLE, listens(|on| !on.long_tap.is_empty())),
        (
            Flags::LONG_CLICKABLE,
            view.draggable.filter(|draggable| *draggable),
        ),
        (Flags::CLICKABLE, view.clickable),
        (Flags::LONG_CLICKABLE, view.long_clickable),
        (Flags::FOCUSABLE, view.focusable),
        (Flags::ENABLED, view.enabled),
        (Flags::CHECKABLE, view.checkable),
        (Flags::CHECKED, view.checked),
        (Flags::SELECTED, view.selected),
        (Flags::PASSWORD, view.password),
        (Flags::VISIBLE, view.visible),
        (Flags::MULTILINE, view.multiline),
        (Flags::AUTO_FOCUS, view.auto_focus),
        (Flags::SINGLE_CHOICE, view.single_choice),
        (Flags::DRAGGABLE, view.draggable),
        (Flags::OPAQUE, view.opaque),
    ] {
        node.flags.set(flag, value);
    }
}

/// The placeholders of each repetition.
fn rows(repeat: &Repeat, items: Items<'_>, at: At<'_>) -> Result<Vec<Bindings>, SceneError> {
    let name = repeat.name.as_deref().unwrap_or("n");
    let numbers = repeat.first.unwrap_or(1)..;
    let given: Vec<Bindings> = match (repeat.count, repeat.rows.as_slice(), repeat.over) {
        (Some(count), [], None) => {
            let count = count as usize;
            if count > MAX_VIEWS {
                return Err(SceneError::TooLarge {
                    what: "repetitions",
                    found: count,
                    limit: MAX_VIEWS,
                });
            }
            vec![Bindings::new(); count]
        }
        (None, rows @ [_, ..], None) => {
            let bound = |row: &Bindings| {
                row.iter()
                    .map(|(key, value)| Ok((key.clone(), bind(value, at.bindings, at.place)?)))
                    .collect()
            };
            rows.iter().map(bound).collect::<Result<_, SceneError>>()?
        }
        (None, [], Some(over)) => match over {
            RepeatOver::Apps => items.apps.to_vec(),
            RepeatOver::Tasks => items.tasks.to_vec(),
            RepeatOver::Notifications => items.notifications.to_vec(),
        },
        _ => {
            return Err(SceneError::Contradiction {
                place: format!("{}.repeat", at.place),
                reason: "exactly one of `count`, `rows` and `over` is needed".into(),
                hint: "write `{\"count\": 20}` for numbered rows, `{\"rows\": [{…}, {…}]}` for rows with their own words",
            });
        }
    };
    let numbered = given.into_iter().zip(numbers).map(|(row, number)| {
        let mut bindings = at.bindings.clone();
        bindings.insert(name.to_owned(), number.to_string());
        bindings.extend(row);
        bindings
    });
    Ok(numbered.collect())
}

fn keys(nodes: &[Node], place: &str) -> Result<HashMap<Arc<str>, NodeId>, SceneError> {
    let mut keys: HashMap<Arc<str>, NodeId> = HashMap::new();
    for (id, node) in (0..).zip(nodes) {
        if let Some(key) = &node.key
            && keys.insert(Arc::clone(key), id).is_some()
        {
            return Err(SceneError::Twice {
                place: place.to_owned(),
                what: "key",
                name: key.to_string(),
            });
        }
    }
    let mut seen: HashSet<&str> = HashSet::new();
    let mut repeated: HashSet<&str> = HashSet::new();
    for node in nodes.iter().filter(|node| !node.id.is_empty()) {
        if !seen.insert(node.short_id()) {
            repeated.insert(node.short_id());
        }
    }
    for (id, node) in (0..).zip(nodes) {
        let short = node.short_id();
        if !node.id.is_empty() && !repeated.contains(short) && !keys.contains_key(short) {
            keys.insert(Arc::from(short), id);
        }
    }
    Ok(keys)
}
