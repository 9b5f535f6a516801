/// A word for a load.
public enum CognitiveState: String, Word {
    /// Below 0.4: more would go.
    case underload
    /// From 0.4 to 0.7.
    case optimal
    /// Above 0.7: too much.
    case overload
}
