/// The published sizes of the pretrained actigraphy transformer (Ruan, Zhang, Oh, Jin & Jacobson 2024, arXiv 2411.15240).
public enum PATModel: String, CaseIterable, Hashable, Sendable {
    /// 274 720 parameters.
    case small = "PAT-S"
    /// 993 440 parameters.
    case medium = "PAT-M"
    /// 1 984 192 parameters.
    case large = "PAT-L"

    /// Minutes of the input: a week.
    public static let minutes = 10_080
    /// The width of a token and of the embedding.
    public static let width = 96
    /// The width of a key of one head, whatever the number of heads.
    static let keyWidth = 96
    /// The width between the two layers of a feed-forward part.
    static let innerWidth = 256

    /// Minutes of a patch.
    public var patch: Int { self == .large ? 9 : 18 }
    /// Patches of a week.
    public var tokens: Int { Self.minutes / patch }
    /// Heads of a layer.
    public var heads: Int { self == .small ? 6 : 12 }
    /// Transformer layers.
    public var layers: Int {
        switch self {
        case .small: 1
        case .medium: 2
        case .large: 4
        }
    }

    /// The SHA-256 of the published weights, in hexadecimal.
    public var publishedDigest: String {
        switch self {
        case .small: "37b3c530b8d9d89416d28fddbb4545de568cc52ddf6f5c700eeb4aa78f1c3616"
        case .medium: "c432f3f6f48cdd7817368d30fcad87708d6994c61324ae64885bb9f871dba575"
        case .large: "19f9ad1235bdbea2636b6b40c6425536d624450f0b97302b7440bf978c3ee04f"
        }
    }

    /// The model whose published weights have this SHA-256; nil for any other file.
    public init?(publishedDigest digest: String) {
        guard let model = Self.allCases.first(where: { $0.publishedDigest == digest }) else { return nil }
        self = model
    }
}
