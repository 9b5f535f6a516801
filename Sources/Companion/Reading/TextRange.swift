/// A stretch of a text, counted in the ways that programs count.
public struct TextRange: Hashable, Sendable {
    /// The range in bytes of UTF-8.
    public var utf8: Range<Int>
    /// In UTF-16 code units, as JavaScript and NSString count.
    public var utf16: Range<Int>

    /// A range from both counts.
    public init(utf8: Range<Int>, utf16: Range<Int>) {
        self.utf8 = utf8
        self.utf16 = utf16
    }
}
