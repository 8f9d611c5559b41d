package dev.clawperator.conformance.pages

import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.layout.fillMaxWidth
import androidx.compose.foundation.layout.padding
import androidx.compose.material3.AlertDialog
import androidx.compose.material3.ExperimentalMaterial3Api
import androidx.compose.material3.ModalBottomSheet
import androidx.compose.material3.Text
import androidx.compose.material3.TextButton
import androidx.compose.runtime.Composable
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.remember
import androidx.compose.runtime.rememberCoroutineScope
import androidx.compose.runtime.saveable.rememberSaveable
import androidx.compose.runtime.setValue
import androidx.compose.ui.Modifier
import androidx.compose.ui.unit.dp
import dev.clawperator.conformance.Record
import dev.clawperator.conformance.kit.Body
import dev.clawperator.conformance.kit.Field
import dev.clawperator.conformance.kit.Label
import dev.clawperator.conformance.kit.Page
import dev.clawperator.conformance.kit.PressRow
import dev.clawperator.conformance.kit.Push
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch

object DialogPage : Page {
    override val name = "dialog"
    override val title = "Dialog"

    private enum class Open { NONE, CONFIRM, RENAME, SHEET, LATE }

    @OptIn(ExperimentalMaterial3Api::class)
    @Composable
    override fun Content() {
        var open by remember { mutableStateOf(Open.NONE) }
        var result by rememberSaveable { mutableStateOf("No answer yet") }
        val scope = rememberCoroutineScope()
        val close = { answer: String? ->
            open = Open.NONE
            Record.note("answer", "result", answer ?: "none")
            if (answer != null) result = answer
        }
        Body {
            Push("Delete file…", "open_dialog", wide) { open = Open.CONFIRM }
            Push("Rename…", "open_input", wide) { open = Open.RENAME }
            Push("Share…", "open_sheet", wide) { open = Open.SHEET }
            Push("Open after 1.5 s", "open_late", wide) {
                scope.launch {
                    delay(1500)
                    Record.note("open", "late", "")
                    open = Open.LATE
                }
            }
            Label(result, "result")
        }
        when (open) {
            Open.NONE -> {}
            Open.CONFIRM -> Confirm(close)
            Open.RENAME -> Rename(close)
            Open.SHEET -> Sheet(close)
            Open.LATE -> Rate(close)
        }
    }

    private val wide = Modifier.fillMaxWidth().padding(vertical = 6.dp)

    @Composable
    private fun Confirm(close: (String?) -> Unit) {
        AlertDialog(
            onDismissRequest = { close("Dismissed") },
            title = { Text("Delete file?") },
            text = { Text("“report.pdf” will be gone for good.") },
            dismissButton = { TextButton({ close("Cancelled") }) { Text("Cancel") } },
            confirmButton = { TextButton({ close("Deleted") }) { Text("Delete") } },
        )
    }

    @Composable
    private fun Rename(close: (String?) -> Unit) {
        var name by remember { mutableStateOf("report.pdf") }
        AlertDialog(
            onDismissRequest = {},
            title = { Text("Rename") },
            text = {
                Column {
                    Text("New name:")
                    Field(name, "Name", "new_name") { name = it }
                }
            },
            dismissButton = { TextButton({ close(null) }) { Text("Cancel") } },
            confirmButton = { TextButton({ close("Renamed to $name") }) { Text("OK") } },
        )
    }

    @OptIn(ExperimentalMaterial3Api::class)
    @Composable
    private fun Sheet(close: (String?) -> Unit) {
        ModalBottomSheet(onDismissRequest = { close(null) }) {
            for (label in listOf("Copy link", "Mail", "Messages", "Nearby share")) {
                PressRow(label, null, { close("Shared: $label") }) { Text(label) }
            }
        }
    }

    @Composable
    private fun Rate(close: (String?) -> Unit) {
        AlertDialog(
            onDismissRequest = { close(null) },
            title = { Text("Do you like this app?") },
            text = { Text("Please rate us ⭐⭐⭐⭐⭐") },
            dismissButton = { TextButton({ close(null) }) { Text("Later") } },
            confirmButton = { TextButton({ close("Rated") }) { Text("Rate") } },
        )
    }
}
