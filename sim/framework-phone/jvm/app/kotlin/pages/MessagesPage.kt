package dev.clawperator.conformance.pages

import androidx.compose.foundation.layout.Box
import androidx.compose.foundation.layout.fillMaxSize
import androidx.compose.foundation.layout.fillMaxWidth
import androidx.compose.foundation.layout.padding
import androidx.compose.material3.SnackbarDuration
import androidx.compose.material3.SnackbarHost
import androidx.compose.material3.SnackbarHostState
import androidx.compose.material3.SnackbarResult
import androidx.compose.runtime.Composable
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.remember
import androidx.compose.runtime.rememberCoroutineScope
import androidx.compose.runtime.saveable.rememberSaveable
import androidx.compose.runtime.setValue
import androidx.compose.ui.Alignment
import androidx.compose.ui.Modifier
import androidx.compose.ui.platform.LocalContext
import androidx.compose.ui.unit.dp
import dev.clawperator.conformance.Notices
import dev.clawperator.conformance.Record
import dev.clawperator.conformance.kit.Body
import dev.clawperator.conformance.kit.Label
import dev.clawperator.conformance.kit.Page
import dev.clawperator.conformance.kit.Push
import dev.clawperator.conformance.kit.toast
import kotlinx.coroutines.launch

object MessagesPage : Page {
    override val name = "messages"
    override val title = "Messages"

    @Composable
    override fun Content() {
        val context = LocalContext.current
        val scope = rememberCoroutineScope()
        val bars = remember { SnackbarHostState() }
        var undone by rememberSaveable { mutableStateOf(false) }
        val wide = Modifier.fillMaxWidth().padding(vertical = 6.dp)
        Box(Modifier.fillMaxSize()) {
            Body {
                Push("Toast", "toast", wide) { toast(context, "Saved 👍") }
                Push("Snackbar", "snackbar", wide) {
                    scope.launch {
                        val answer = bars.showSnackbar("1 message archived", "Undo", duration = SnackbarDuration.Short)
                        Record.note("snackbar", "undo", answer)
                        undone = undone || answer == SnackbarResult.ActionPerformed
                    }
                }
                Push("Notification", "notify", wide) { Notices.parcel(context) }
                Label(if (undone) "Undone" else "Nothing undone", "undone")
            }
            SnackbarHost(bars, Modifier.align(Alignment.BottomCenter))
        }
    }
}
