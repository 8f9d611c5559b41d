package dev.clawperator.conformance.pages

import androidx.compose.foundation.layout.fillMaxWidth
import androidx.compose.material3.Button
import androidx.compose.material3.Text
import androidx.compose.runtime.Composable
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.saveable.rememberSaveable
import androidx.compose.runtime.setValue
import androidx.compose.ui.Modifier
import dev.clawperator.conformance.Labels
import dev.clawperator.conformance.kit.Body
import dev.clawperator.conformance.kit.Label
import dev.clawperator.conformance.kit.Page
import dev.clawperator.conformance.kit.noted

object LabelsPage : Page {
    override val name = "labels"
    override val title = "Labels"

    @Composable
    override fun Content() {
        var seen by rememberSaveable { mutableStateOf("Nothing yet") }
        Body {
            Label(seen, "seen")
            for ((meaning, label) in Labels.ALL.map { it[0] to it[1] }) {
                Button(noted(meaning) { seen = "Pressed $meaning" }, Modifier.fillMaxWidth()) { Text(label) }
            }
        }
    }
}
