package dev.clawperator.conformance;

import java.util.List;

/** Every page that the index leads to. */
public final class Catalogue {
    /**
     * One page.
     *
     * @param name the host of its address, {@code conformance://NAME}, and with Compose the path below
     *     {@code conformance://compose}
     */
    public record Page(String name, String title, String summary, Toolkit toolkit) {
        public String address() {
            return "conformance://" + name;
        }

        public String composeAddress() {
            return "conformance://compose/" + name;
        }
    }

    /** What a page is made with. */
    public enum Toolkit {
        /** Views only: the thing it shows does not exist in Compose, or is no different there. */
        VIEWS,
        BOTH
    }

    /** The pages that the scripted phone's conformance app has too come first and in its order. */
    public static final List<Page> PAGES =
            List.of(
                    both("counter", "Counter", "A number and three buttons"),
                    both("toggle", "Toggle", "Switch, check box, radio buttons"),
                    both("fields", "Text fields", "Name, mail, search, notes"),
                    both("login", "Password field", "Sign in with ada / secret"),
                    both("list", "Long list", "200 rows"),
                    both("chips", "Horizontal chips", "A row that scrolls sideways"),
                    both("nested", "Nested scrollers", "Rows in a list in a page"),
                    both("dialog", "Dialog", "Alert, input, sheet, late dialog"),
                    both("menu", "Long-press menu", "Touch and hold a row"),
                    both("pairs", "Label and value rows", "A shipment"),
                    both("slow", "Slow loading page", "Content after 3 s"),
                    both("restless", "Never idle", "A ring that turns for ever"),
                    both("noids", "No ids", "Views that have none"),
                    both("web", "WebView without accessibility", "A page that exposes nothing"),
                    both("secure", "Secure page", "FLAG_SECURE: black in pictures"),
                    views("permission", "Permission", "Asks for the camera"),
                    both("sliders", "Sliders and progress", "Seek bar, bars, spinner"),
                    both("tabs", "Tabs", "Three tabs"),
                    both("drag", "Drag and drop", "Drag the card to the bin"),
                    both("messages", "Toast, snackbar, notification", "Messages that go away"),
                    both("trouble", "Crash and hang", "Apps go wrong"),
                    both("grid", "Grid", "60 tiles in three columns"),
                    both("result", "Result", "An activity that answers"),
                    both("endless", "List that loads more", "20 rows at a time"),
                    both("pan", "Field at the bottom", "The keyboard pushes the page up"),
                    both("languages", "Languages", "Words of many kinds"),
                    both("sticky", "Sticky headers", "Headers that cover rows"),
                    both("input", "Checked fields", "Errors, filters, completion"),
                    both("choices", "Spinner and menus", "Drop-downs of several kinds"),
                    both("sheet", "Bottom sheet", "A sheet that is pulled up"),
                    both("pager", "Tabs and pager", "Seven pages side by side"),
                    both("dismiss", "Swipe to dismiss", "Rows that are swept away"),
                    both("reorder", "Drag to reorder", "Rows that are held and moved"),
                    both("icons", "Icons only", "Buttons without text"),
                    both("parents", "Text in a clickable parent", "Rows that answer for their texts"),
                    both("twins", "Twins", "Two buttons of one name"),
                    both("later", "Enabled later", "Buttons that are not ready yet"),
                    both("loading", "Loading spinners", "Work that takes a while"),
                    both("arriving", "Arriving content", "Rows that come from above"),
                    both("rtl", "Right to left", "A page in Arabic"),
                    both("largefont", "Large font", "Letters of twice the size"),
                    views("canvas", "Drawings", "Virtual children, and none"),
                    both("misleading", "Misleading views", "Not what they seem"),
                    both("labels", "Labels", "Characters that are not seen"),
                    both("rotate", "Rotation", "A page that is made anew"),
                    both("resize", "Chat", "The keyboard makes the page smaller"),
                    both("cover", "Window above", "A banner over the button"),
                    both("moving", "Moving button", "It does not hold still"));

    private Catalogue() {}

    private static Page both(String name, String title, String summary) {
        return new Page(name, title, summary, Toolkit.BOTH);
    }

    private static Page views(String name, String title, String summary) {
        return new Page(name, title, summary, Toolkit.VIEWS);
    }
}
