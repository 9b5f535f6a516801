#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Instant {
    /// The same instant as Foundation has it, to some hundred nanoseconds.
    public var date: Date { Date(timeIntervalSince1970: secondsSince1970) }

    /// An instant of Foundation's; nil before 1678 and after 2262.
    public init?(_ date: Date) { self.init(secondsSince1970: date.timeIntervalSince1970) }
}
