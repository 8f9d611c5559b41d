package dev.clawperator.conformance.pages

import androidx.compose.foundation.layout.fillMaxWidth
import androidx.compose.foundation.layout.padding
import androidx.compose.runtime.Composable
import androidx.compose.runtime.LaunchedEffect
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableIntStateOf
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.remember
import androidx.compose.runtime.setValue
import androidx.compose.ui.Modifier
import androidx.compose.ui.unit.dp
import dev.clawperator.conformance.Record
import dev.clawperator.conformance.kit.Body
import dev.clawperator.conformance.kit.Label
import dev.clawperator.conformance.kit.Page
import dev.clawperator.conformance.kit.Push
import kotlinx.coroutines.delay

object LaterPage : Page {
    override val name = "later"
    override val title = "Enabled later"

    @Composable
    override fun Content() {
        var round by remember { mutableIntStateOf(0) }
        var ready by remember(round) { mutableStateOf(false) }
        var shown by remember(round) { mutableStateOf(false) }
        var seen by remember(round) { mutableStateOf("Waiting") }
        LaunchedEffect(round) {
            delay(2000)
            Record.note("enabled", "enabled_later", "")
            ready = true
            delay(1000)
            Record.note("shown", "shown_later", "")
            shown = true
        }
        val wide = Modifier.fillMaxWidth().padding(vertical = 6.dp)
        Body {
            Push("Start over", "start_wait", wide) { round++ }
            Push("Enabled after 2 s", "enabled_later", wide, enabled = ready) { seen = "First pressed" }
            if (shown) {
                Push("Shown after 3 s", "shown_later", wide) { seen = "Second pressed" }
            }
            Label(seen, "seen")
        }
    }
}
