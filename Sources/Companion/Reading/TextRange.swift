/// A stretch of a text, counted in the ways that programs count.
package struct TextRange: Hashable, Sendable {
    /// The range in bytes of UTF-8.
    package var utf8: Range<Int>
    /// In UTF-16 code units, as JavaScript and NSString count.
    package var utf16: Range<Int>

    /// A range from both counts.
    package init(utf8: Range<Int>, utf16: Range<Int>) {
        self.utf8 = utf8
        self.utf16 = utf16
    }
}
