package dev.clawperator.conformance.pages

import androidx.compose.foundation.layout.fillMaxWidth
import androidx.compose.foundation.layout.padding
import androidx.compose.runtime.Composable
import androidx.compose.ui.Modifier
import androidx.compose.ui.semantics.error
import androidx.compose.ui.unit.dp
import dev.clawperator.conformance.Hang
import dev.clawperator.conformance.kit.Body
import dev.clawperator.conformance.kit.Page
import dev.clawperator.conformance.kit.Push

object TroublePage : Page {
    override val name = "trouble"
    override val title = "Crash and hang"

    @Composable
    override fun Content() {
        val wide = Modifier.fillMaxWidth().padding(vertical = 6.dp)
        Body {
            Push("Crash", "crash", wide) { error("crashed on purpose") }
            Push("Hang for 2 s", "hang_short", wide) { Hang.mainThread(2_000) }
            Push("Hang for 60 s", "hang_long", wide) { Hang.mainThread(60_000) }
            Push("Hang for 10 s", "hang_ten", wide) { Hang.mainThread(10_000) }
        }
    }
}
