import Companion
import Documents
import Signals
import Store

extension ReadingBaselineDocument {
    /// What is known of a reader, and what of it counts now.
    init(_ stored: StoredReadingBaseline?, at now: Instant) {
        let inForce = stored?.inForce(at: now)
        self.init()
        (speed, errors) = (stored?.baseline.speed, stored?.baseline.errors)
        (pauses, variability) = (stored?.baseline.pauses, stored?.baseline.variability)
        (windows, first, updated) = (stored?.windows ?? 0, stored?.first, stored?.made)
        isInForce = inForce?.speed != nil || inForce?.pauses != nil
        isVariabilityInForce = inForce?.variability != nil
    }
}
