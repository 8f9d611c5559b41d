package dev.clawperator.conformance.pages

import android.app.Activity
import android.view.WindowManager
import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.layout.Row
import androidx.compose.foundation.layout.fillMaxWidth
import androidx.compose.foundation.layout.padding
import androidx.compose.foundation.lazy.LazyColumn
import androidx.compose.foundation.lazy.items
import androidx.compose.foundation.lazy.rememberLazyListState
import androidx.compose.material3.Text
import androidx.compose.runtime.Composable
import androidx.compose.runtime.LaunchedEffect
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableStateListOf
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.remember
import androidx.compose.runtime.saveable.rememberSaveable
import androidx.compose.runtime.setValue
import androidx.compose.ui.Alignment
import androidx.compose.ui.Modifier
import androidx.compose.ui.platform.testTag
import androidx.compose.ui.unit.dp
import dev.clawperator.conformance.Record
import dev.clawperator.conformance.kit.Field
import dev.clawperator.conformance.kit.Page
import dev.clawperator.conformance.kit.Push
import dev.clawperator.conformance.kit.RecordScroll

object ResizePage : Page {
    override val name = "resize"
    override val title = "Chat"

    @Suppress("DEPRECATION")
    override fun prepare(activity: Activity) {
        activity.window.setSoftInputMode(WindowManager.LayoutParams.SOFT_INPUT_ADJUST_RESIZE)
    }

    @Composable
    override fun Content() {
        val lines = remember { mutableStateListOf<String>().apply { for (number in 1..30) add("Line $number") } }
        val state = rememberLazyListState()
        var text by rememberSaveable { mutableStateOf("") }
        RecordScroll(state, "chat")
        LaunchedEffect(lines.size) { if (lines.size > 30) state.scrollToItem(lines.lastIndex) }
        Column {
            LazyColumn(Modifier.weight(1f).testTag("chat"), state) {
                items(lines) { Text(it, Modifier.fillMaxWidth().padding(20.dp)) }
            }
            Row(Modifier.padding(8.dp), verticalAlignment = Alignment.CenterVertically) {
                Field(text, "Message", "chat_field", Modifier.weight(1f)) { text = it }
                Push("Send", "send") {
                    Record.note("send", "chat_field", text)
                    lines.add(text)
                    text = ""
                }
            }
        }
    }
}
