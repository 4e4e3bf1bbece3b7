# The library of Ruby itself: Net::HTTP, with a file of a form.
require "net/http"

uri = URI(ENV.fetch("ADDRESS"))
request = Net::HTTP::Post.new(uri)
request["X-Api-Key"] = ENV.fetch("API_KEY")
request["Accept"] = ENV.fetch("ACCEPT") unless ENV.fetch("ACCEPT").empty?
fields = ARGV.map { |field| field.split("=", 2) }
request.set_form(fields + [[ENV.fetch("FILE_FIELD"), File.open(ENV.fetch("PHOTO"))]], "multipart/form-data")

response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == "https", read_timeout: 90) do |http|
  http.request(request)
end
File.binwrite(ENV.fetch("OUT"), response.body)
puts response.code
