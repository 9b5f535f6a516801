import Signals

extension GATTSession {
    /// Hands on values that need no confirmation. This is where a night's samples pass: one array each, nothing else.
    mutating func receiveValues(_ pdu: RawSpan, opcode: UInt8, stamped: Instant) {
        do {
            if opcode == ATTOpcode.notification.rawValue {
                let one = try ATTNotification(pdu)
                outbox.append(.value(handle: one.handle, one.value, received: stamped))
            } else {
                for one in try ATTMultipleNotification(pdu).values {
                    outbox.append(.value(handle: one.handle, one.value, received: stamped))
                }
            }
        } catch {
            noteMalformed()
        }
    }

    /// Confirms and hands on an indication. A malformed one is confirmed too, or else the peer would wait in vain and
    /// give up the bearer.
    mutating func receiveIndication(_ pdu: RawSpan, stamped: Instant, at uptime: Duration) {
        outbox.send(ATTConfirmation().bytes)
        guard let one = try? ATTIndication(pdu) else { return noteMalformed() }
        if preparation.stage != .ready {
            if one.value.count == 4, earlyChanges.count < 16 { earlyChanges.insert(one.handle) }
        } else if one.handle == changes {
            outbox.append(.databaseChanged(reason: "The device says that its services have changed"))
            return
        }
        outbox.append(.value(handle: one.handle, one.value, received: stamped))
    }

    /// Answers a request that the peer makes of our server.
    mutating func answer(_ pdu: RawSpan, opcode: UInt8, stamped: Instant) {
        let answer: any ATTPDU
        do {
            let message = try ATTMessage(pdu)
            if case .exchangeUnitRequest(let request) = message {
                // Both directions share the unit on low energy, whichever side asks.
                client.unit = UnitExchange.common(askedUnit, Int(request.unit))
                answer = ATTExchangeUnitResponse(unit: UInt16(clamping: askedUnit))
            } else {
                answer = try server.answer(message, unit: client.unit, at: stamped)
            }
        } catch let refusal as GATTServer.Refusal {
            answer = ATTErrorResponse(request: opcode, handle: refusal.handle, code: refusal.code)
        } catch {
            let isKnown = ATTOpcode(rawValue: opcode) != nil
            answer = ATTErrorResponse(
                request: opcode, handle: 0, code: isKnown ? .invalidPDU : .requestNotSupported)
        }
        outbox.send(answer.bytes)
    }
}
