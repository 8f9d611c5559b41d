package dev.clawperator.conformance.pages

import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.layout.Row
import androidx.compose.foundation.layout.fillMaxWidth
import androidx.compose.material.icons.Icons
import androidx.compose.material.icons.filled.Add
import androidx.compose.material.icons.filled.Favorite
import androidx.compose.material3.Icon
import androidx.compose.material3.IconButton
import androidx.compose.material3.OutlinedTextField
import androidx.compose.material3.Switch
import androidx.compose.material3.Text
import androidx.compose.runtime.Composable
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.saveable.rememberSaveable
import androidx.compose.runtime.setValue
import androidx.compose.ui.Alignment
import androidx.compose.ui.Modifier
import androidx.compose.ui.platform.LocalContext
import dev.clawperator.conformance.Record
import dev.clawperator.conformance.kit.Page
import dev.clawperator.conformance.kit.PressRow
import dev.clawperator.conformance.kit.noted
import dev.clawperator.conformance.kit.toast

object NoIdsPage : Page {
    override val name = "noids"
    override val title = "No ids"

    @Composable
    override fun Content() {
        val context = LocalContext.current
        var search by rememberSaveable { mutableStateOf("") }
        var checked by rememberSaveable { mutableStateOf(false) }
        Column {
            OutlinedTextField(
                search,
                onValueChange = {
                    Record.note("text", "", it)
                    search = it
                },
                modifier = Modifier.fillMaxWidth(),
                label = { Text("Search") },
            )
            for (label in listOf("Alpha", "Beta", "Gamma")) {
                PressRow(label, null, { toast(context, label) }) { Text(label) }
            }
            Row(verticalAlignment = Alignment.CenterVertically) {
                IconButton(noted("Liked") { toast(context, "Liked") }) {
                    Icon(Icons.Default.Favorite, contentDescription = null)
                }
                IconButton(noted("Added") { toast(context, "Added") }) {
                    Icon(Icons.Default.Add, contentDescription = null)
                }
                Switch(
                    checked,
                    onCheckedChange = {
                        Record.note("check", "switch", it)
                        checked = it
                    },
                )
            }
        }
    }
}
