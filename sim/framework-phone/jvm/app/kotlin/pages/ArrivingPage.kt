package dev.clawperator.conformance.pages

import androidx.compose.foundation.gestures.awaitEachGesture
import androidx.compose.foundation.gestures.awaitFirstDown
import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.lazy.LazyColumn
import androidx.compose.foundation.lazy.items
import androidx.compose.foundation.lazy.rememberLazyListState
import androidx.compose.material3.Text
import androidx.compose.runtime.Composable
import androidx.compose.runtime.LaunchedEffect
import androidx.compose.runtime.State
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableStateListOf
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.remember
import androidx.compose.runtime.rememberCoroutineScope
import androidx.compose.runtime.saveable.rememberSaveable
import androidx.compose.runtime.setValue
import androidx.compose.ui.Modifier
import androidx.compose.ui.input.pointer.PointerEventPass
import androidx.compose.ui.input.pointer.pointerInput
import androidx.compose.ui.platform.testTag
import androidx.lifecycle.Lifecycle
import androidx.lifecycle.compose.LocalLifecycleOwner
import dev.clawperator.conformance.Record
import dev.clawperator.conformance.kit.Page
import dev.clawperator.conformance.kit.PressRow
import dev.clawperator.conformance.kit.RecordScroll
import dev.clawperator.conformance.kit.Status
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch

object ArrivingPage : Page {
    override val name = "arriving"
    override val title = "Arriving content"

    private const val MOST = 200

    @Composable
    override fun Content() {
        val names = remember { mutableStateListOf<String>().apply { for (number in 1..10) add("Message $number") } }
        val state = rememberLazyListState()
        val scope = rememberCoroutineScope()
        var seen by rememberSaveable { mutableStateOf("Nothing yet") }
        val lifecycle = LocalLifecycleOwner.current.lifecycle
        val arrive = { why: String ->
            if (lifecycle.currentState.isAtLeast(Lifecycle.State.RESUMED) && names.size < MOST) {
                names.add(0, "Message ${names.size + 1}")
                Record.note("arrive", names[0], why)
            }
        }
        RecordScroll(state, "messages")
        LaunchedEffect(Unit) {
            while (true) {
                delay(4000)
                arrive("time")
            }
        }
        val watch =
            Modifier.pointerInput(Unit) {
                awaitEachGesture {
                    awaitFirstDown(requireUnconsumed = false, pass = PointerEventPass.Initial)
                    scope.launch {
                        delay(50)
                        arrive("finger")
                    }
                }
            }
        Column {
            LazyColumn(Modifier.weight(1f).testTag("messages").then(watch), state) {
                items(names) { name ->
                    PressRow(name, "item", { seen = "Opened $name" }) { Text(name, Modifier.testTag("item_title")) }
                }
            }
            Status(seen, "seen")
        }
    }
}
