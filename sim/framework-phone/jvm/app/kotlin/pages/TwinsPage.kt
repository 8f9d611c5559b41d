package dev.clawperator.conformance.pages

import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.layout.Row
import androidx.compose.foundation.layout.padding
import androidx.compose.material3.Text
import androidx.compose.runtime.Composable
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.saveable.rememberSaveable
import androidx.compose.runtime.setValue
import androidx.compose.ui.Alignment
import androidx.compose.ui.Modifier
import androidx.compose.ui.unit.dp
import dev.clawperator.conformance.kit.Label
import dev.clawperator.conformance.kit.Page
import dev.clawperator.conformance.kit.Push

object TwinsPage : Page {
    override val name = "twins"
    override val title = "Twins"

    @Composable
    override fun Content() {
        var seen by rememberSaveable { mutableStateOf("Nothing yet") }
        Column(Modifier.padding(20.dp)) {
            for (what in listOf("Draft", "Letter")) {
                Row(verticalAlignment = Alignment.CenterVertically) {
                    Text(what, Modifier.weight(1f))
                    Push("Delete", "delete_" + what.lowercase()) { seen = "Deleted " + what.lowercase() }
                }
            }
            Text("Delete", Modifier.padding(vertical = 8.dp))
            Label(seen, "seen")
        }
    }
}
