#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What time it is, and waiting; tests bring a clock that they move by hand.
public protocol TimeSource: Sendable {
    /// The present time.
    var now: Date { get }
    /// Waits some seconds.
    /// - Throws: `CancellationError` when the task is cancelled.
    func sleep(seconds: Double) async throws
}

/// The system's clock.
public struct SystemTime: TimeSource {
    /// The system's clock.
    public init() {}

    /// The present time.
    public var now: Date { Date() }

    /// Waits for some seconds.
    public func sleep(seconds: Double) async throws {
        try await Task.sleep(for: .seconds(max(0, min(seconds, 1e9))))
    }
}
