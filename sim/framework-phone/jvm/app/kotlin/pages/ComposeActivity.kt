package dev.clawperator.conformance

import android.os.Bundle
import androidx.activity.compose.setContent
import dev.clawperator.conformance.Record
import dev.clawperator.conformance.kit.Frame
import dev.clawperator.conformance.pages.ComposePages

/** Shows the page that its address names: `conformance://compose/NAME`. */
class ComposeActivity : ObservedActivity() {
    private val page
        get() = ComposePages.named(intent.data?.lastPathSegment)

    override fun name() = "compose/" + page.name

    override fun onCreate(state: Bundle?) {
        super.onCreate(state)
        page.prepare(this)
        setContent {
            Frame(page) {
                Record.note("click", "navigate_up", name())
                finish()
            }
        }
    }
}
