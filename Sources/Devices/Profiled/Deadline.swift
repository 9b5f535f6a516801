import Runtime
import Signals

/// Does something that may take so long by a clock.
/// - Throws: `Failure` with `message` when the time is over; what `body` throws.
func within<Value: Sendable>(
    _ seconds: Double, of clock: any HostClock, _ message: String,
    _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
        group.addTask { try await body() }
        group.addTask {
            try await clock.wait(seconds: seconds)
            throw Failure(.failed, message)
        }
        defer { group.cancelAll() }
        guard let value = try await group.next() else { throw CancellationError() }
        return value
    }
}
