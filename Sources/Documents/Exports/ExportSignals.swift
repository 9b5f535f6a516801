/// What of the signals an export holds.
public enum ExportSignals: String, Word {
    /// What was made of them: epochs, beats, states, load, and channels by the half minute.
    case derived
    /// Every sample as it was recorded.
    case raw
    /// Both.
    case all
}
