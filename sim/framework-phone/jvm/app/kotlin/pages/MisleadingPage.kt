package dev.clawperator.conformance.pages

import androidx.compose.foundation.background
import androidx.compose.foundation.gestures.detectTapGestures
import androidx.compose.foundation.layout.Box
import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.layout.padding
import androidx.compose.foundation.layout.size
import androidx.compose.foundation.shape.RoundedCornerShape
import androidx.compose.material3.Text
import androidx.compose.runtime.Composable
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.saveable.rememberSaveable
import androidx.compose.runtime.setValue
import androidx.compose.ui.Modifier
import androidx.compose.ui.draw.alpha
import androidx.compose.ui.graphics.Color
import androidx.compose.ui.input.pointer.pointerInput
import androidx.compose.ui.platform.testTag
import androidx.compose.ui.semantics.clearAndSetSemantics
import androidx.compose.ui.semantics.contentDescription
import androidx.compose.ui.semantics.semantics
import androidx.compose.ui.text.LinkAnnotation
import androidx.compose.ui.text.SpanStyle
import androidx.compose.ui.text.TextLinkStyles
import androidx.compose.ui.text.buildAnnotatedString
import androidx.compose.ui.text.style.TextDecoration
import androidx.compose.ui.text.withLink
import androidx.compose.ui.unit.dp
import dev.clawperator.conformance.Record
import dev.clawperator.conformance.kit.Label
import dev.clawperator.conformance.kit.Page
import dev.clawperator.conformance.kit.Push

object MisleadingPage : Page {
    override val name = "misleading"
    override val title = "Misleading views"

    @Composable
    override fun Content() {
        var seen by rememberSaveable { mutableStateOf("Nothing yet") }
        Column(Modifier.padding(20.dp)) {
            Terms {
                Record.note("click", "terms", "Terms opened")
                seen = "Terms opened"
            }
            // Compose has nothing between being told and being hidden: what is not important is not there.
            Box(Modifier.clearAndSetSemantics {}) {
                Push("Hidden from accessibility", "unseen") { seen = "Unseen" }
            }
            Push("Fully transparent", "transparent", Modifier.alpha(0f)) { seen = "Transparent" }
            Box {
                Push("Covered", "covered") { seen = "Covered" }
                Box(
                    Modifier.size(160.dp, 48.dp).background(Color(0xffc9d3e6)).pointerInput(Unit) {
                        detectTapGestures {
                            Record.note("click", "curtain", "")
                            seen = "Curtain"
                        }
                    }
                )
            }
            Text(
                "Looks like a button",
                Modifier.padding(vertical = 8.dp)
                    .background(Color(0xff6750a4), RoundedCornerShape(24.dp))
                    .padding(horizontal = 24.dp, vertical = 12.dp)
                    .testTag("looks_pressable"),
                color = Color.White,
            )
            Push("Shown", "says_other", Modifier.semantics { contentDescription = "Spoken" }) {
                seen = "Shown and spoken"
            }
            Label(seen, "seen")
        }
    }

    /** A sentence of which a part is a link: one text, and a place in it that answers. */
    @Composable
    private fun Terms(open: () -> Unit) {
        val sentence = buildAnnotatedString {
            append("By going on you accept the ")
            val look = TextLinkStyles(SpanStyle(textDecoration = TextDecoration.Underline))
            withLink(LinkAnnotation.Clickable("terms", look) { open() }) { append("terms of use") }
            append(" and nothing else.")
        }
        Text(sentence, Modifier.testTag("terms"))
    }
}
