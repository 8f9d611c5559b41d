package dev.clawperator.conformance.pages

import androidx.compose.foundation.Canvas
import androidx.compose.foundation.gestures.detectTapGestures
import androidx.compose.foundation.layout.fillMaxSize
import androidx.compose.runtime.Composable
import androidx.compose.ui.Modifier
import androidx.compose.ui.geometry.CornerRadius
import androidx.compose.ui.geometry.Offset
import androidx.compose.ui.geometry.Size
import androidx.compose.ui.graphics.Color
import androidx.compose.ui.input.pointer.pointerInput
import androidx.compose.ui.platform.LocalContext
import androidx.compose.ui.platform.testTag
import androidx.compose.ui.text.TextStyle
import androidx.compose.ui.text.drawText
import androidx.compose.ui.text.rememberTextMeasurer
import androidx.compose.ui.unit.dp
import androidx.compose.ui.unit.sp
import dev.clawperator.conformance.Record
import dev.clawperator.conformance.kit.Page
import dev.clawperator.conformance.kit.toast

object WebPage : Page {
    override val name = "web"
    override val title = "Web page"

    /** Everything is drawn on one canvas, and nothing of it is told to accessibility. */
    @Composable
    override fun Content() {
        val context = LocalContext.current
        val measurer = rememberTextMeasurer()
        Canvas(
            Modifier.fillMaxSize().testTag("webview").pointerInput(Unit) {
                detectTapGestures { place ->
                    if (place.x in 24.dp.toPx()..144.dp.toPx() && place.y in 110.dp.toPx()..158.dp.toPx()) {
                        Record.note("click", "web_button", "")
                        toast(context, "Bought")
                    }
                }
            }
        ) {
            val left = 24.dp.toPx()
            drawText(measurer, "Welcome to our web shop", Offset(left, 24.dp.toPx()), TextStyle(fontSize = 24.sp))
            drawText(
                measurer,
                "This text is on the screen and in no hierarchy.",
                Offset(left, 68.dp.toPx()),
                TextStyle(fontSize = 16.sp),
            )
            drawRoundRect(
                Color(0xff1a66d2),
                Offset(left, 110.dp.toPx()),
                Size(120.dp.toPx(), 48.dp.toPx()),
                CornerRadius(24.dp.toPx()),
            )
            val look = TextStyle(Color.White, fontSize = 16.sp)
            drawText(measurer, "Buy now", Offset(left + 28.dp.toPx(), 122.dp.toPx()), look)
        }
    }
}
