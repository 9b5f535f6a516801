/// The version of this program, written into exports and results.
public enum Version {
    /// Semantic version.
    public static let current = "0.1.0"
}
