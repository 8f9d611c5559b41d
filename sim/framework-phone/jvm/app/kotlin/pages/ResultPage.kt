package dev.clawperator.conformance.pages

import android.app.Activity
import android.content.Intent
import androidx.activity.compose.rememberLauncherForActivityResult
import androidx.activity.result.contract.ActivityResultContracts
import androidx.compose.runtime.Composable
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.saveable.rememberSaveable
import androidx.compose.runtime.setValue
import androidx.compose.ui.platform.LocalContext
import dev.clawperator.conformance.ColourActivity
import dev.clawperator.conformance.Record
import dev.clawperator.conformance.kit.Body
import dev.clawperator.conformance.kit.Label
import dev.clawperator.conformance.kit.Page
import dev.clawperator.conformance.kit.Push
import kotlinx.coroutines.launch

object ResultPage : Page {
    override val name = "result"
    override val title = "Result"

    @Composable
    override fun Content() {
        val context = LocalContext.current
        var colour by rememberSaveable { mutableStateOf("No colour") }
        val choose =
            rememberLauncherForActivityResult(ActivityResultContracts.StartActivityForResult()) { result ->
                val answer = result.data?.getStringExtra("colour")
                Record.note("result", "colour", answer ?: "none")
                if (result.resultCode == Activity.RESULT_OK && answer != null) colour = "Colour: $answer"
            }
        Body {
            Push("Choose a colour", "choose") { choose.launch(Intent(context, ColourActivity::class.java)) }
            Label(colour, "colour")
        }
    }
}
