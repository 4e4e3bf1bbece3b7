// go run cutout.go PHOTO TO: cuts out the subject of a photo.
package main

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"mime/multipart"
	"net/http"
	"os"
	"strconv"
	"time"
)

// refusal is an answer that is no picture.
type refusal struct {
	status             int
	code, id, sentence string
	retryAfter         float64
}

func (r *refusal) Error() string {
	return fmt.Sprintf("%d %s: %s (request %s)", r.status, r.code, r.sentence, r.id)
}

// mayPass says whether the same request may succeed later.
func (r *refusal) mayPass() bool {
	switch r.status {
	case 429, 500, 502, 503, 504:
		return true
	}
	return r.code == "IDEMPOTENCY_IN_PROGRESS"
}

var client = http.Client{Timeout: 3 * time.Minute}

func main() {
	if err := cutout(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func cutout(photo, to string) error {
	body, contentType, err := form(photo, map[string]string{"crop": "subject"})
	if err != nil {
		return err
	}
	// One name for all tries: however many there are, one is paid.
	name := make([]byte, 16)
	if _, err := rand.Read(name); err != nil {
		return err
	}
	until := time.Now().Add(3 * time.Minute)
	for try := 0; ; try++ {
		picture, err := send(body, contentType, hex.EncodeToString(name))
		if err == nil {
			return write(to, picture)
		}
		wait := math.Min(30, 0.5*math.Pow(2, float64(try)))
		var refused *refusal
		if errors.As(err, &refused) {
			if !refused.mayPass() {
				return err
			}
			wait = math.Max(wait, refused.retryAfter)
		}
		pause := time.Duration(wait * float64(time.Second))
		if time.Now().Add(pause).After(until) {
			return err
		}
		time.Sleep(pause)
	}
}

// form is multipart/form-data with the options, then the file.
func form(photo string, options map[string]string) ([]byte, string, error) {
	content, err := os.ReadFile(photo)
	if err != nil {
		return nil, "", err
	}
	var body bytes.Buffer
	writer := multipart.NewWriter(&body)
	for name, value := range options {
		if err := writer.WriteField(name, value); err != nil {
			return nil, "", err
		}
	}
	file, err := writer.CreateFormFile("file", "photo")
	if err != nil {
		return nil, "", err
	}
	if _, err := file.Write(content); err != nil {
		return nil, "", err
	}
	if err := writer.Close(); err != nil {
		return nil, "", err
	}
	return body.Bytes(), writer.FormDataContentType(), nil
}

// send gives the picture; a cut answer is an error of the reading.
func send(body []byte, contentType, name string) ([]byte, error) {
	url := os.Getenv("EDGEMATTE_ADDRESS") + "/v1.0/image-without-background"
	request, err := http.NewRequest("POST", url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("X-API-Key", os.Getenv("EDGEMATTE_KEY"))
	request.Header.Set("Content-Type", contentType)
	request.Header.Set("Idempotency-Key", name)
	answer, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	content, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, err
	}
	if answer.StatusCode != http.StatusOK {
		header := answer.Header
		retryAfter, _ := strconv.ParseFloat(header.Get("Retry-After"), 64)
		code, id := header.Get("X-Error-Code"), header.Get("X-Request-Id")
		return nil, &refusal{answer.StatusCode, code, id, string(content), retryAfter}
	}
	return content, nil
}

// write puts the file there whole.
func write(to string, picture []byte) error {
	part := to + ".part"
	if err := os.WriteFile(part, picture, 0o644); err != nil {
		return err
	}
	return os.Rename(part, to)
}
