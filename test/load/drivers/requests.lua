-- Requests from a file, one after the other: TOKEN, path, body (may be missing), separated by tabs.
-- The second argument names headers that all of them carry, one a line, or is "-".
local requests = {}
local at = 0

function init(args)
  local common = {}
  if args[2] ~= "-" then
    for line in io.lines(args[2]) do
      local name, value = line:match("^([^:]+): (.*)$")
      common[name] = value
    end
  end
  for line in io.lines(args[1]) do
    local token, path, body = line:match("^([^\t]+)\t([^\t]+)\t?(.*)$")
    local headers = {}
    for name, value in pairs(common) do headers[name] = value end
    if token ~= "-" then headers["authorization"] = "Bearer " .. token end
    if body == "" then
      requests[#requests + 1] = wrk.format("GET", path, headers)
    else
      requests[#requests + 1] = wrk.format("POST", path, headers, body)
    end
  end
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary, latency, _)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"us":%d,"p50":%f,"p95":%f,"p99":%f,"p999":%f,"rejected":%d,"failed":%d}\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(95), latency:percentile(99), latency:percentile(99.9),
    errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
