package dev.clawperator.conformance.pages

import androidx.compose.foundation.layout.Row
import androidx.compose.foundation.layout.fillMaxWidth
import androidx.compose.foundation.layout.padding
import androidx.compose.foundation.selection.toggleable
import androidx.compose.material3.Checkbox
import androidx.compose.material3.Text
import androidx.compose.runtime.Composable
import androidx.compose.runtime.CompositionLocalProvider
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.saveable.rememberSaveable
import androidx.compose.runtime.setValue
import androidx.compose.ui.Alignment
import androidx.compose.ui.Modifier
import androidx.compose.ui.platform.LocalDensity
import androidx.compose.ui.platform.testTag
import androidx.compose.ui.semantics.Role
import androidx.compose.ui.unit.Density
import androidx.compose.ui.unit.dp
import dev.clawperator.conformance.Record
import dev.clawperator.conformance.kit.Body
import dev.clawperator.conformance.kit.Label
import dev.clawperator.conformance.kit.Page
import dev.clawperator.conformance.kit.Push

object LargeFontPage : Page {
    override val name = "largefont"
    override val title = "Large font"

    @Composable
    override fun Content() {
        val density = LocalDensity.current
        CompositionLocalProvider(LocalDensity provides Density(density.density, fontScale = 2f)) { Terms() }
    }

    @Composable
    private fun Terms() {
        var kept by rememberSaveable { mutableStateOf(false) }
        var seen by rememberSaveable { mutableStateOf("Nothing yet") }
        Body {
            Text(
                "The text of this page is twice as large as usual, and runs over several lines where another phone " +
                    "needs one."
            )
            Push("Accept all of the terms and conditions", "accept", Modifier.fillMaxWidth()) { seen = "Accepted" }
            Push("Decline", "decline", Modifier.fillMaxWidth()) { seen = "Declined" }
            Row(
                Modifier.testTag("remember").toggleable(kept, role = Role.Checkbox) {
                    Record.note("check", "remember", it)
                    kept = it
                },
                verticalAlignment = Alignment.CenterVertically,
            ) {
                Checkbox(kept, onCheckedChange = null, Modifier.padding(12.dp))
                Text("Remember my choice on this device")
            }
            Label(seen, "seen")
        }
    }
}
