package dev.clawperator.conformance.pages

import androidx.compose.foundation.background
import androidx.compose.foundation.layout.Box
import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.layout.fillMaxSize
import androidx.compose.foundation.lazy.LazyColumn
import androidx.compose.foundation.lazy.items
import androidx.compose.foundation.lazy.rememberLazyListState
import androidx.compose.material3.Surface
import androidx.compose.material3.SwipeToDismissBox
import androidx.compose.material3.SwipeToDismissBoxValue
import androidx.compose.material3.Text
import androidx.compose.material3.rememberSwipeToDismissBoxState
import androidx.compose.runtime.Composable
import androidx.compose.runtime.LaunchedEffect
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableStateListOf
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.remember
import androidx.compose.runtime.saveable.rememberSaveable
import androidx.compose.runtime.setValue
import androidx.compose.ui.Modifier
import androidx.compose.ui.graphics.Color
import androidx.compose.ui.platform.testTag
import dev.clawperator.conformance.Record
import dev.clawperator.conformance.kit.Page
import dev.clawperator.conformance.kit.PressRow
import dev.clawperator.conformance.kit.RecordScroll
import dev.clawperator.conformance.kit.Status

object DismissPage : Page {
    override val name = "dismiss"
    override val title = "Swipe to dismiss"

    @Composable
    override fun Content() {
        val left = remember { mutableStateListOf<String>().apply { for (number in 1..15) add("Mail $number") } }
        val state = rememberLazyListState()
        var seen by rememberSaveable { mutableStateOf("Nothing yet") }
        RecordScroll(state, "mails")
        Column {
            LazyColumn(Modifier.weight(1f).testTag("mails"), state) {
                items(left, key = { it }) { mail ->
                    Dismissible(
                        gone = { direction ->
                            Record.note("dismiss", mail, direction)
                            left.remove(mail)
                            seen = "Dismissed $mail"
                        }
                    ) {
                        PressRow(mail, "item", { seen = "Opened $mail" }) { Text(mail) }
                    }
                }
            }
            Status(seen, "seen")
        }
    }

    @Composable
    private fun Dismissible(gone: (String) -> Unit, content: @Composable () -> Unit) {
        val state = rememberSwipeToDismissBoxState()
        LaunchedEffect(state.currentValue) {
            when (state.currentValue) {
                SwipeToDismissBoxValue.StartToEnd -> gone("right")
                SwipeToDismissBoxValue.EndToStart -> gone("left")
                SwipeToDismissBoxValue.Settled -> {}
            }
        }
        SwipeToDismissBox(state, backgroundContent = { Box(Modifier.fillMaxSize().background(Color(0xffffdad6))) }) {
            Surface { content() }
        }
    }
}
