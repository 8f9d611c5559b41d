package dev.clawperator.conformance.pages

import android.app.Activity
import android.view.WindowManager
import androidx.compose.foundation.layout.Box
import androidx.compose.foundation.layout.fillMaxSize
import androidx.compose.foundation.layout.padding
import androidx.compose.runtime.Composable
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.saveable.rememberSaveable
import androidx.compose.runtime.setValue
import androidx.compose.ui.Alignment
import androidx.compose.ui.Modifier
import androidx.compose.ui.unit.dp
import dev.clawperator.conformance.kit.Field
import dev.clawperator.conformance.kit.Page

object PanPage : Page {
    override val name = "pan"
    override val title = "Pan"

    @Suppress("DEPRECATION")
    override fun prepare(activity: Activity) {
        activity.window.setSoftInputMode(WindowManager.LayoutParams.SOFT_INPUT_ADJUST_PAN)
    }

    @Composable
    override fun Content() {
        var message by rememberSaveable { mutableStateOf("") }
        Box(Modifier.fillMaxSize()) {
            Field(message, "Message", "bottom_field", Modifier.align(Alignment.BottomCenter).padding(16.dp)) {
                message = it
            }
        }
    }
}
