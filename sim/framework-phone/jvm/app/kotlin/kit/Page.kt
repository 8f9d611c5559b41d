package dev.clawperator.conformance.kit

import android.app.Activity
import androidx.compose.runtime.Composable

/** A page made with Compose. Each is an object in a file of its own, and knows no other page. */
interface Page {
    /** The last part of its address, `conformance://compose/NAME`. */
    val name: String

    /** What the bar at the top says. */
    val title: String

    /** Called before there is anything to see. */
    fun prepare(activity: Activity) {}

    @Composable
    fun Content()
}
