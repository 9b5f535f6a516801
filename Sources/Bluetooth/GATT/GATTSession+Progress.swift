extension GATTSession {
    /// Acts on what came to its end, until nothing more does.
    mutating func settle(at uptime: Duration) {
        while !client.completions.isEmpty {
            let completion = client.completions.removeFirst()
            if completion.id == preparing {
                preparing = nil
                if !isClosed { perform(preparation.advance(completion.result), at: uptime) }
            } else {
                handOver(completion)
            }
        }
    }

    mutating func perform(_ step: GATTPreparation.Step, at uptime: Duration) {
        switch step {
        case .submit(let procedure, let maySecure):
            preparing = client.submit(procedure, maySecure: maySecure, first: true, at: uptime, into: &outbox)
        case .ready:
            let database = preparation.database
            changes = database.characteristic(.serviceChanged, in: .genericAttribute)?.value ?? 0
            if earlyChanges.contains(changes), restarts < 3 {
                restarts += 1
                earlyChanges = []
                preparation = GATTPreparation(askedUnit: askedUnit, memory: nil)
                return perform(preparation.beginAnew(), at: uptime)
            }
            outbox.append(.ready(database, memory: preparation.newMemory))
        case .fail(let failure): close(failure)
        }
    }

    /// Ends the bearer from this side; requests under way fail.
    mutating func close(_ failure: GATTFailure) {
        isClosed = true
        client.end(failure)
        handOverCompletions()
        outbox.append(.close(failure))
    }

    mutating func handOverCompletions() {
        for completion in client.completions where completion.id != preparing { handOver(completion) }
        client.completions = []
    }

    private mutating func handOver(_ completion: GATTClient.Completion) {
        outbox.append(.completed(completion.id, completion.result))
        // A handle that was just discovered and is refused all the same would be found again and again.
        guard preparation.stage == .ready, case .failure(.refused(let code, _)) = completion.result,
            code == .databaseOutOfSync || code == .invalidHandle && preparation.isRemembered
        else { return }
        outbox.append(.databaseChanged(reason: "The device refused a request: \(code)"))
    }
}
