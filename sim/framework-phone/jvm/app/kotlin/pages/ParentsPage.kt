package dev.clawperator.conformance.pages

import androidx.compose.foundation.layout.Box
import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.layout.padding
import androidx.compose.material.icons.Icons
import androidx.compose.material.icons.filled.Favorite
import androidx.compose.material3.Icon
import androidx.compose.material3.IconButton
import androidx.compose.material3.Text
import androidx.compose.runtime.Composable
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.saveable.rememberSaveable
import androidx.compose.runtime.setValue
import androidx.compose.ui.Modifier
import androidx.compose.ui.platform.testTag
import androidx.compose.ui.semantics.contentDescription
import androidx.compose.ui.semantics.semantics
import androidx.compose.ui.unit.dp
import androidx.compose.ui.unit.sp
import dev.clawperator.conformance.kit.Page
import dev.clawperator.conformance.kit.PressRow
import dev.clawperator.conformance.kit.Status
import dev.clawperator.conformance.kit.noted

object ParentsPage : Page {
    override val name = "parents"
    override val title = "Text in a clickable parent"

    @Composable
    override fun Content() {
        var seen by rememberSaveable { mutableStateOf("Nothing yet") }
        Column {
            PressRow("account", "account", { seen = "Account" }) {
                Column {
                    Box { Text("Account") }
                    Text("ada@example.org", fontSize = 13.sp)
                }
            }
            Box(Modifier.semantics { contentDescription = "Storage, 12 GB used" }) {
                PressRow("storage", "storage", { seen = "Storage" }) { Text("Storage") }
            }
            PressRow("song", "song", { seen = "Song" }) {
                Text("Song", Modifier.weight(1f))
                IconButton(noted("star") { seen = "Starred" }, Modifier.testTag("star")) {
                    Icon(Icons.Default.Favorite, contentDescription = "Star")
                }
            }
            Text("Version 1.0", Modifier.padding(20.dp))
            Status(seen, "seen")
        }
    }
}
