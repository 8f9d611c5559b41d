package dev.clawperator.conformance.pages

import androidx.compose.foundation.ExperimentalFoundationApi
import androidx.compose.foundation.combinedClickable
import androidx.compose.foundation.layout.Box
import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.layout.Row
import androidx.compose.foundation.layout.fillMaxWidth
import androidx.compose.foundation.layout.padding
import androidx.compose.material3.DropdownMenu
import androidx.compose.material3.DropdownMenuItem
import androidx.compose.material3.Text
import androidx.compose.runtime.Composable
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.remember
import androidx.compose.runtime.saveable.rememberSaveable
import androidx.compose.runtime.setValue
import androidx.compose.ui.Modifier
import androidx.compose.ui.platform.testTag
import androidx.compose.ui.unit.dp
import dev.clawperator.conformance.Record
import dev.clawperator.conformance.kit.Page
import dev.clawperator.conformance.kit.Status
import dev.clawperator.conformance.kit.noted

object MenuPage : Page {
    override val name = "menu"
    override val title = "Long-press menu"

    @Composable
    override fun Content() {
        var state by rememberSaveable { mutableStateOf("Hold a file") }
        Column {
            Column(Modifier.weight(1f).testTag("files")) {
                for (file in listOf("photo.jpg", "notes.txt", "music.mp3", "Überraschung.pdf", "план.docx")) {
                    FileRow(file) { state = it }
                }
            }
            Status(state, "menu_state")
        }
    }

    @OptIn(ExperimentalFoundationApi::class)
    @Composable
    private fun FileRow(file: String, say: (String) -> Unit) {
        var open by remember { mutableStateOf(false) }
        Box {
            Row(
                Modifier.fillMaxWidth()
                    .testTag("file")
                    .combinedClickable(
                        onLongClick = {
                            Record.note("long_click", file, "")
                            say("Held $file")
                            open = true
                        },
                        onClick = noted(file) { say("Opened $file") },
                    )
                    .padding(horizontal = 20.dp, vertical = 18.dp)
            ) {
                Text(file, Modifier.testTag("file_name"))
            }
            DropdownMenu(open, onDismissRequest = { open = false }) {
                for (title in listOf("Open", "Rename", "Copy", "Delete")) {
                    DropdownMenuItem(
                        text = { Text(title) },
                        onClick = {
                            Record.note("menu", file, title)
                            say("Held $file → $title")
                            open = false
                        },
                    )
                }
            }
        }
    }
}
