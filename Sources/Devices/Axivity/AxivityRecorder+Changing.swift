import Recordings
import Runtime
import Signals

extension AxivityRecorder {
    /// Sets the recorder up: clock, session, rate, start, stop and notes, then keeps them and reads the header again.
    /// - Parameters:
    ///   - setup: what to set.
    ///   - typed: the number of the recorder, as a person typed it.
    ///   - disposition: what may become of a recording that is still on it.
    ///   - step: told what is being done.
    /// - Throws: `Failure`: `notPermitted` when another recorder was confirmed, its witnesses disagree, or it holds a
    ///   recording that must not go; `usage` for a setup it cannot have; `failed` when it does not do as it is told.
    package func configure(
        _ setup: AxivitySetup, confirmed typed: String, data disposition: AxivityDataDisposition,
        step: @Sendable (String) -> Void = { _ in }
    ) async throws -> AxivityConfigured {
        var done = try await talk { talk, identity in
            let confirmation = try AxivityConfirmation(typed: typed, for: identity)
            try setup.check(for: identity)
            let hasData = try await inspect(identity, disposition, step)
            step("Setting the clock")
            try await setClock(talk, setup.zone, confirmation)
            step("Setting it up")
            if let session = setup.session {
                try await expect("session", talk.ask(.setSession(session, confirmation)).reply.value, Int(session))
            }
            var rate = setup.rate
            if identity.model == "AX6" { rate.gyroscope = rate.gyroscope ?? 0 }
            try await expect("rate", talk.ask(.setRate(rate, confirmation)).reply.code, rate.code)
            try await expect("start", talk.ask(.setStart(setup.start, confirmation)).reply, setup.start)
            try await expect("stop", talk.ask(.setStop(setup.stop, confirmation)).reply, setup.stop)
            try await expect("limit", talk.ask(.clearSampleLimit(confirmation)).reply.value, 0)
            _ = try await talk.ask(.stopBlinking(confirmation))
            for (index, piece) in try AxivityAnnotation.pieces(setup.notes).enumerated() {
                let kept = try await talk.ask(.setNote(index, piece, confirmation)).reply
                try await expect("note \(index)", kept.text, AxivityNote.trimmed(piece))
            }
            step(hasData ? "Erasing the recording and keeping the settings" : "Keeping the settings")
            _ = try await talk.ask(hasData ? .eraseAndCommit(confirmation) : .commit(confirmation))
            let reading = try await talk.readClock()
            return AxivityConfigured(identity: identity, erased: hasData, clockOffset: reading.offset(in: setup.zone))
        }
        step("Reading the header again")
        await compareHeader(setup, &done)
        return done
    }

    /// Empties the recorder and leaves its settings.
    /// - Throws: as ``configure(_:confirmed:data:step:)``.
    package func clear(
        confirmed typed: String, data disposition: AxivityDataDisposition, step: @Sendable (String) -> Void = { _ in }
    ) async throws -> AxivityIdentity {
        try await talk { talk, identity in
            let confirmation = try AxivityConfirmation(typed: typed, for: identity)
            guard try await inspect(identity, disposition, step) else { return identity }
            step("Erasing the recording")
            _ = try await talk.ask(.eraseAndCommit(confirmation))
            return identity
        }
    }

    /// Whether there is a recording, after making sure that it may go.
    private func inspect(
        _ identity: AxivityIdentity, _ disposition: AxivityDataDisposition, _ step: @Sendable (String) -> Void
    ) async throws -> Bool {
        step("Comparing who the recorder is")
        return try await withFile(reply: identity.number) { file, identification in
            if let contradiction = identification.contradiction {
                throw Failure(.notPermitted, "\(contradiction) Nothing was changed.")
            }
            guard let file, file.hasData else { return false }
            switch disposition {
            case .discard: return true
            case .keep:
                throw Failure(
                    .notPermitted,
                    "The recorder still holds a recording of \(file.size) bytes, so nothing was changed. Download it and "
                        + "name the copy with --copy FILE, or give it up with --discard.")
            case .eraseAfterCopy(let path):
                let verification = try AxivityVerification(copy: path, source: file, identification: identification)
                guard verification.isFaithful else {
                    throw Failure(
                        .notPermitted,
                        "\(path) is not a whole copy of what the recorder holds, so nothing was changed. "
                            + verification.objections.joined(separator: " "))
                }
                return true
            }
        }
    }

    /// Sets the clock at the beginning of a second, since the recorder takes no fractions.
    private func setClock(
        _ talk: AxivityConversation, _ zone: Zone, _ confirmation: AxivityConfirmation
    ) async throws {
        let next = (clock.now.nanoseconds / 1_000_000_000 + 1) * 1_000_000_000
        try await clock.wait(until: Instant(nanoseconds: next))
        let wall = zone.civilTime(at: Instant(nanoseconds: next))
        let kept = try await talk.ask(.setClock(wall, confirmation)).reply.wall
        guard (kept.nanoseconds - wall.nanoseconds).magnitude <= 2_000_000_000 else {
            throw Failure(.failed, "The recorder's clock was set to \(wall) and shows \(kept).")
        }
    }

    private func expect<Value: Equatable>(_ what: String, _ kept: Value, _ asked: Value) async throws {
        guard kept == asked else {
            throw Failure(
                .failed,
                "The recorder kept \(kept) as \(what) and not \(asked). It was not told to keep the settings; unplug it and "
                    + "try again.")
        }
    }

    /// The header of the file as it is now; the recorder makes its volume anew, which takes it some seconds.
    private func compareHeader(_ setup: AxivitySetup, _ done: inout AxivityConfigured) async {
        let (start, stop) = (setup.start.description, setup.stop.description)
        var remark = ""
        for attempt in 0..<10 {
            if attempt > 0 { try? await clock.wait(seconds: 1) }
            do {
                guard let header = try await withFile(reply: nil, { file, _ in file?.header }) else {
                    remark = "There is no file on its volume yet."
                    continue
                }
                var differences: [String] = []
                if let session = setup.session, header.session != session {
                    differences.append("session is \(header.session)")
                }
                if header.rateCode != setup.rate.code { differences.append("rate code is \(header.rateCode)") }
                if header.start != start { differences.append("start is \(header.start)") }
                if header.stop != stop { differences.append("stop is \(header.stop)") }
                for (key, value) in setup.notes.sorted(by: { $0.key < $1.key }) where header.notes[key] != value {
                    differences.append("note \(key) is \(header.notes[key] ?? "missing")")
                }
                (done.headerDifferences, done.headerRemark) = (differences, nil)
                if differences.isEmpty { return }
            } catch {
                remark = "\(error)"
            }
        }
        if done.headerDifferences == nil { done.headerRemark = remark }
    }
}
