import Signals

extension GATTServer {
    /// The answer to a request other than for the transmission unit.
    /// - Throws: ``Refusal`` with what to put in an error response.
    mutating func answer(_ request: ATTMessage, unit: Int, at instant: Instant) throws(Refusal) -> any ATTPDU {
        switch request {
        case .findInformationRequest(let request): return try answer(request, unit: unit)
        case .findByTypeValueRequest(let request): return try answer(request, unit: unit, at: instant)
        case .readByTypeRequest(let request): return try answer(request, unit: unit, at: instant)
        case .readByGroupTypeRequest(let request): return try answer(request, unit: unit, at: instant)
        case .readRequest(let request):
            return ATTReadResponse(value: Array(try value(of: request.handle, at: instant).prefix(unit - 1)))
        case .readBlobRequest(let request):
            let value = try value(of: request.handle, at: instant)
            guard Int(request.offset) <= value.count else {
                throw Refusal(code: .invalidOffset, handle: request.handle)
            }
            return ATTReadBlobResponse(value: Array(value.dropFirst(Int(request.offset)).prefix(unit - 1)))
        case .readMultipleRequest(let request):
            var values: [UInt8] = []
            for handle in request.handles { values += try value(of: handle, at: instant) }
            return ATTReadMultipleResponse(values: Array(values.prefix(unit - 1)))
        case .readMultipleVariableRequest(let request): return try answer(request, unit: unit, at: instant)
        case .writeRequest(let request):
            try write(request.value, to: request.handle)
            return ATTWriteResponse()
        default: throw Refusal(code: .requestNotSupported, handle: 0)
        }
    }

    private func answer(_ request: ATTFindInformationRequest, unit: Int) throws(Refusal) -> any ATTPDU {
        let found = attributes(in: request.handles).prefix((unit - 2) / 4)
        guard !found.isEmpty else { throw Refusal(code: .attributeNotFound, handle: request.handles.lowerBound) }
        return ATTFindInformationResponse(
            attributes: found.map { GATTDescriptor(uuid: $0.attribute.type, handle: $0.handle) })
    }

    private func answer(_ request: ATTFindByTypeValueRequest, unit: Int, at instant: Instant) throws(Refusal)
        -> any ATTPDU
    {
        let found = attributes(in: request.handles).filter { handle, attribute in
            attribute.type == BluetoothUUID(UInt32(request.type))
                && value(of: attribute, at: instant) == request.value
        }.prefix((unit - 1) / 4)
        guard !found.isEmpty else { throw Refusal(code: .attributeNotFound, handle: request.handles.lowerBound) }
        return ATTFindByTypeValueResponse(groups: found.map { $0.handle...($0.attribute.groupEnd ?? $0.handle) })
    }

    private func answer(_ request: ATTReadByTypeRequest, unit: Int, at instant: Instant) throws(Refusal)
        -> any ATTPDU
    {
        let limit = min(unit - 4, 253)
        let values = attributes(in: request.handles).filter { $0.attribute.type == request.type }.map {
            GATTHandleValue(handle: $0.handle, value: Array(value(of: $0.attribute, at: instant).prefix(limit)))
        }
        guard let size = values.first?.value.count else {
            throw Refusal(code: .attributeNotFound, handle: request.handles.lowerBound)
        }
        // One answer holds values of one length only; the peer asks again for the others.
        return ATTReadByTypeResponse(
            values: Array(values.prefix { $0.value.count == size }.prefix((unit - 2) / (size + 2))))
    }

    private func answer(_ request: ATTReadByGroupTypeRequest, unit: Int, at instant: Instant) throws(Refusal)
        -> any ATTPDU
    {
        let first = request.handles.lowerBound
        guard request.type == .primaryService || request.type == .secondaryService else {
            throw Refusal(code: .unsupportedGroupType, handle: first)
        }
        let groups = attributes(in: request.handles).filter { $0.attribute.type == request.type }.map {
            ATTReadByGroupTypeResponse.Group(
                handles: $0.handle...($0.attribute.groupEnd ?? $0.handle), value: value(of: $0.attribute, at: instant))
        }
        guard let size = groups.first?.value.count else { throw Refusal(code: .attributeNotFound, handle: first) }
        return ATTReadByGroupTypeResponse(
            groups: Array(groups.prefix { $0.value.count == size }.prefix((unit - 2) / (size + 4))))
    }

    private func answer(_ request: ATTReadMultipleVariableRequest, unit: Int, at instant: Instant) throws(Refusal)
        -> any ATTPDU
    {
        var parts: [ATTReadMultipleVariableResponse.Part] = []
        var room = unit - 1
        for handle in request.handles {
            let value = try value(of: handle, at: instant)
            guard room >= 2 else { continue }
            let part = Array(value.prefix(room - 2))
            parts.append(.init(length: UInt16(clamping: value.count), value: part))
            room -= 2 + part.count
        }
        return ATTReadMultipleVariableResponse(parts: parts)
    }
}
