public import Documents

extension NightjarClient {
    /// Waits until samples that were sent are looked at to their end. The gateway also tells it as
    /// ``LiveEvent/analysisUpdated(_:)``.
    /// - Parameter upload: the `upload_id` of the answer to them.
    /// - Returns: what became of them; that of now, where it is not at its end after 30 looks.
    /// - Throws: ``APIError``; `CancellationError` when the task is cancelled.
    public func settled(_ upload: HealthKitUploadID) async throws -> HealthKitStatusDocument {
        try await poll(Call(.healthKitStatus, HealthKitStatusRequest(upload))) {
            $0.status == .queued || $0.status == .processing
        }
    }

    /// Asks again while something goes on: after 2 s at first, later after 10 s, 30 times at most.
    /// - Throws: ``APIError``; `CancellationError` when the task is cancelled.
    public func poll<Reply>(_ call: Call<Reply>, while goesOn: @Sendable (Reply) -> Bool) async throws -> Reply {
        var seconds = 2.0
        for _ in 1..<30 {
            let reply = try await send(call)
            guard goesOn(reply) else { return reply }
            try await time.sleep(seconds: seconds)
            seconds = min(10, seconds * 1.25)
        }
        return try await send(call)
    }
}
