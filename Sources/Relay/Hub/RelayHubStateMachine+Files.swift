extension RelayHubStateMachine {
    /// A file is announced; its bytes are spooled here until it is whole.
    mutating func begin(
        id: String, name: String, size: Int64, metadata: [UInt8], from link: Link, _ peer: Peer, now: Double
    ) -> [Action] {
        let record = RelayTransferRecord(
            id: id, isFile: true, name: name, size: size, created: now, payload: metadata)
        if let code = standingError(peer) ?? Self.payloadError(metadata, limit: RelayLimits.userInfo) {
            return [.send(link, .finished(record, code: code))]
        }
        guard let key = outbound(peer) else { return [] }
        guard !knows(id, of: peer) else {
            promises.append((kept, .stored(link, id: id)))
            return [.send(link, .progress(id: id, bytes: size))]
        }
        guard uploads[id] == nil else { return malformed(link) }
        guard (lanes[key] ?? RelayLane()).hasRoom(for: metadata.count, file: size), uploads.count < 8 else {
            return [.send(link, .finished(record, code: .insufficientSpace))]
        }
        let upload = Upload(link: link, key: key, spool: RelayID.random(), record: record)
        uploads[id] = upload
        return [.makeSpool(link, id: id, spool: upload.spool, size: size), .send(link, .progress(id: id, bytes: 0))]
    }

    mutating func take(_ bytes: [UInt8], of id: String, at offset: Int64, from link: Link) -> [Action] {
        // One that failed a moment ago; its sender has been told.
        guard var upload = uploads[id], upload.link == link else { return [] }
        let end = offset + Int64(bytes.count)
        guard offset == upload.offset, end <= upload.record.size else { return malformed(link) }
        upload.offset = end
        uploads[id] = upload
        return [.writeSpool(spool: upload.spool, bytes), .send(link, .progress(id: id, bytes: end))]
    }

    mutating func complete(_ id: String, from link: Link) -> [Action] {
        guard let upload = uploads.removeValue(forKey: id), upload.link == link else { return [] }
        guard upload.offset == upload.record.size else {
            return [.dropSpool(upload.spool), .send(link, .finished(upload.record, code: .deliveryFailed))]
        }
        var lane = lanes[upload.key] ?? RelayLane()
        let sequence = lane.put(upload.record, spool: upload.spool)
        lanes[upload.key] = lane
        return [
            keepFile(
                .put(upload.key, sequence: sequence, upload.record, spool: upload.spool), spool: upload.spool,
                then: [.stored(link, id: id), .deliver(upload.key, sequence: sequence)])
        ]
    }

    /// A file could not be stored: drops it and tells its sender.
    mutating func spoolFailed(_ spool: String, _ code: RelayError.Code) -> [Action] {
        guard let (id, upload) = uploads.first(where: { $0.value.spool == spool }) else { return [] }
        uploads[id] = nil
        return [.dropSpool(spool), .send(upload.link, .finished(upload.record, code: code))]
    }

    /// A spooled file is not there any more: its receiver moved it away and died before it said so.
    mutating func fileGone(_ key: RelayLaneKey, _ sequence: Int) -> [Action] { end(sequence, in: key, nil) }
}
