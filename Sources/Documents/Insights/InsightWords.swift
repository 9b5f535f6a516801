/// What an insight is about.
public enum InsightCategory: String, Word {
    /// How long and how well somebody slept.
    case sleep
    /// Heart rate and its variability.
    case heart
    /// Steps and movement.
    case activity
    /// Nothing that was measured.
    case general
}

/// How much an insight says.
public enum InsightDepth: String, Word {
    /// Two sentences at most.
    case brief
    /// Three to five findings.
    case comprehensive
    /// All findings.
    case detailed
}
